// A question that must be answered first.
import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'

/** A question over the dialog; its answers are the children. */
export function Ask(props: { title: string; says: string; children: ReactNode }): ReactNode {
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className="fixed inset-0 z-50 bg-shade" />
      <AlertDialog.Content className="-translate-x-1/2 fixed top-[22vh] left-1/2 z-60 w-[92vw] max-w-md rounded-xl border border-line bg-panel p-6 shadow-lift outline-none">
        <AlertDialog.Title className="font-semibold text-lg">{props.title}</AlertDialog.Title>
        <AlertDialog.Description className="mt-2 text-muted">{props.says}</AlertDialog.Description>
        <div className="mt-5 flex justify-end gap-2">{props.children}</div>
      </AlertDialog.Content>
    </AlertDialog.Portal>
  )
}

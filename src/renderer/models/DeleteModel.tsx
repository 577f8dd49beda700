// Deleting a model, asked once more: a download takes long.
import { Trash2 } from 'lucide-react'
import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Model } from '../../core/contract/models.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { bytes } from '../words.ts'

/** Nothing for a model of which nothing is on this machine. */
export function DeleteModel({ model }: { model: Model }): ReactNode {
  const home = useOrrery((state) => state.info?.home)
  const pulling = useOrrery((state) => state.pulls[model.id] !== undefined)
  const { deleteModel, useModel } = useActions()
  const stopAndDelete = async () => (await useModel({ model: null })) && deleteModel(model.id)
  const { path, partial, title } = model
  if (path === null && partial === 0) return null
  // A file elsewhere is its owner's: Orrery only forgets it.
  const elsewhere = path !== null && home !== undefined && !path.startsWith(home)
  // A split model is named by its first part and deleted whole.
  const parts = Number(/-00001-of-(\d{5})\.gguf$/.exec(path ?? '')?.[1] ?? 1)
  const files = parts > 1 ? `${parts} files` : 'file'
  const verb = elsewhere ? 'Remove from the list' : path === null ? 'Delete partial download' : 'Delete'
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger className="button text-danger disabled:text-faint" disabled={pulling}>
        <Trash2 size={14} aria-hidden /> {verb}…
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-shade" />
        <AlertDialog.Content className="-translate-x-1/2 fixed top-[22vh] left-1/2 z-60 w-[92vw] max-w-md rounded-xl border border-line bg-panel p-6 shadow-lift outline-none">
          <AlertDialog.Title className="font-semibold text-lg">
            {elsewhere ? `Remove “${title}” from the list?` : `Delete “${title}”?`}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-muted">
            {elsewhere
              ? 'The file stays on disk. You can add it again by its path.'
              : path === null
                ? `Deletes the ${bytes(partial)} downloaded so far. The next download starts from the beginning.`
                : `Deletes the ${files} (${bytes(model.size)}) from this machine. Worlds made with it do not change.`}
            {model.active && ' It is in use: Orrery stops using it first.'}
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel className="button">Cancel</AlertDialog.Cancel>
            <AlertDialog.Action
              className="button border-danger text-danger"
              onClick={() => void (model.active ? stopAndDelete() : deleteModel(model.id))}
            >
              {verb}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

// Every action by name.
import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { commands, type WindowCommand as OneCommand } from '../commands.ts'
import { useFocusReturn } from '../focus.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { keyName } from '../words.ts'
import { searched } from './search.ts'

const GROUPS: OneCommand['group'][] = ['Step', 'Branch', 'World', 'Model', 'Window', 'Recordings and scenarios']

export function Palette(): ReactNode {
  const state = useOrrery((state) => state)
  const { show } = useActions()
  const [query, setQuery] = useState('')
  const goBack = useFocusReturn()
  const list = searched(
    commands(state).filter(({ enabled, id }) => enabled && id !== 'palette'),
    query
  )
  // What fits best stands first, with its group.
  const groups = query.trim() ? [...new Set(list.map(({ group }) => group))] : GROUPS
  return (
    <Dialog.Root open onOpenChange={(open) => !open && show(null)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={goBack}
          className="-translate-x-1/2 fixed top-[12vh] left-1/2 z-50 w-[92vw] max-w-[38rem] overflow-hidden rounded-xl border border-line bg-panel shadow-lift"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Commands" loop shouldFilter={false}>
            <Command.Input
              value={query}
              onValueChange={setQuery}
              placeholder="Search commands, recordings and scenarios…"
              className="w-full border-line border-b bg-transparent px-5 py-3.5 text-base outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[52vh] overflow-y-auto p-2">
              {list.length === 0 && (
                <p role="status" className="px-3 py-6 text-center text-muted">
                  No matching commands. Try “export”, “faults” or “model”.
                </p>
              )}
              {groups.map((group) => {
                const inGroup = list.filter((one) => one.group === group)
                return (
                  inGroup.length > 0 && (
                    <Command.Group
                      key={group}
                      heading={group}
                      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
                    >
                      {inGroup.map(({ id, title, keys, run }) => (
                        <Command.Item
                          key={id}
                          value={`${title} ${id}`}
                          onSelect={() => {
                            show(null)
                            run()
                          }}
                          className="flex items-center gap-3 rounded-md px-3 py-1.5 data-[selected=true]:bg-selected"
                        >
                          <span className="min-w-0 flex-1 truncate">{title}</span>
                          {keys && <kbd className="kbd">{keyName(keys)}</kbd>}
                        </Command.Item>
                      ))}
                    </Command.Group>
                  )
                )
              })}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

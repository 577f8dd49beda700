// Every action by name.
import { Command, defaultFilter } from 'cmdk'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { commands, type WindowCommand as OneCommand } from '../commands.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { keyName } from '../words.ts'

const GROUPS: OneCommand['group'][] = ['Step', 'Branch', 'World', 'Model', 'Window']

// cmdk also matches letters that are far apart in a title (score about 0.02), and its groups have a fixed order, so such a match could stand
// above a real one. A title with one letter left out scores about 0.17.
const LEAST = 0.05

function rank(value: string, search: string, also?: string[]): number {
  const score = defaultFilter(value, search, also)
  return score < LEAST ? 0 : score
}

export function Palette(): ReactNode {
  const state = useOrrery((state) => state)
  const { show } = useActions()
  const list = commands(state).filter(({ enabled, id }) => enabled && id !== 'palette')
  return (
    <Dialog.Root open onOpenChange={(open) => !open && show(null)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          className="-translate-x-1/2 fixed top-[12vh] left-1/2 z-50 w-[92vw] max-w-[38rem] overflow-hidden rounded-xl border border-line bg-panel shadow-lift"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Commands" loop filter={rank}>
            <Command.Input
              placeholder="Search commands…"
              className="w-full border-line border-b bg-transparent px-5 py-3.5 text-base outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[52vh] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-6 text-center text-muted">
                No matching commands. Try “branch”, “export” or “model”.
              </Command.Empty>
              {GROUPS.map((group) => {
                const inGroup = list.filter((one) => one.group === group)
                return (
                  inGroup.length > 0 && (
                    <Command.Group
                      key={group}
                      heading={group}
                      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
                    >
                      {inGroup.map(({ id, title, keys, also, run }) => (
                        <Command.Item
                          key={id}
                          value={`${title} ${id}`}
                          keywords={also ? also.split(' ') : []}
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

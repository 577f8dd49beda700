// The models: what can answer, whether it fits this machine, and how to get it.
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useActions, useOrrery } from '../store/index.ts'
import { Modal, TabBar, Trouble } from '../ui.tsx'
import { Catalogue } from './Catalogue.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import { EngineCard } from './EngineCard.tsx'
import { Found } from './Found.tsx'
import { Machine } from './Machine.tsx'
import { ModelDetails } from './ModelDetails.tsx'

const TABS = [
  ['models', 'Models'],
  ['found', 'From other programs'],
  ['elsewhere', 'File or server'],
  ['machine', 'This machine']
] as const

export function Models(): ReactNode {
  const shown = useOrrery((state) => state.models?.find(({ id }) => id === state.modelShown))
  const { show, loadModels } = useActions()
  const [tab, setTab] = useState('models')
  useEffect(() => void loadModels(), [loadModels])
  return (
    <Modal
      key={shown?.id}
      title={shown?.title ?? 'Models'}
      description={
        shown?.description ??
        'A model predicts what the world shows. Local models run on this machine and send nothing over the network.'
      }
      width="60rem"
      onClose={() => show(null)}
    >
      {/* One height for all tabs: the dialog must not jump under the pointer. */}
      <div className="flex min-h-[62vh] flex-col gap-5">
        {/* In view wherever the dialog is scrolled to: the forms that fail are at its end. */}
        <div className="sticky -top-5 z-10 -mx-6 -mt-5 bg-panel px-6 pt-5 empty:hidden">
          <Trouble place="models" />
        </div>
        {shown ? (
          <ModelDetails model={shown} />
        ) : (
          <>
            <EngineCard />
            <Tabs.Root value={tab} onValueChange={setTab} className="flex flex-col gap-4">
              <div>
                <TabBar label="Model sources" tabs={TABS} />
              </div>
              <Tabs.Content value="models">
                <Catalogue />
              </Tabs.Content>
              <Tabs.Content value="found">
                <Found />
              </Tabs.Content>
              <Tabs.Content value="elsewhere">
                <Elsewhere />
              </Tabs.Content>
              <Tabs.Content value="machine">
                <Machine />
              </Tabs.Content>
            </Tabs.Root>
          </>
        )}
      </div>
    </Modal>
  )
}

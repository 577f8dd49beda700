// One model: how it is opened, how it answers, and what its file says.
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Model, ModelInfo } from '../../core/contract/models.ts'
import { useAnswer } from '../loaded.ts'
import { useActions } from '../store/index.ts'
import { PullProgress } from '../worlds/PullProgress.tsx'
import { MainAction } from './Catalogue.tsx'
import { DeleteModel } from './DeleteModel.tsx'
import { EngineCard } from './EngineCard.tsx'
import { Facts } from './Facts.tsx'
import { OpeningForm } from './OpeningForm.tsx'
import { SamplingForm } from './SamplingForm.tsx'
import { Unfit } from './Verdict.tsx'

export function ModelDetails({ model }: { model: Model }): ReactNode {
  const { id, path, unfit } = model
  const { showModel, modelInfo } = useActions()
  const readable = path !== null && unfit === undefined
  const info = useAnswer<ModelInfo | null>(readable ? () => modelInfo(id) : null, null, [id, path, unfit, modelInfo])
  return (
    <>
      <div className="flex items-center gap-2">
        <button type="button" className="button" onClick={() => showModel(null)}>
          <ArrowLeft size={14} aria-hidden /> All models
        </button>
        <span className="flex-1" />
        {!model.bundled && <DeleteModel model={model} />}
        <MainAction model={model} />
      </div>
      <PullProgress model={model} />
      {model.active && <EngineCard title="In use" />}
      {model.unfit === undefined ? (
        <>
          <OpeningForm key={`open ${JSON.stringify([model.load, model.runtime])}`} model={model} info={info} />
          <SamplingForm key={`sample ${JSON.stringify(model.sampling)}`} model={model} />
        </>
      ) : (
        <Unfit why={model.unfit} />
      )}
      <Facts model={model} info={info} />
    </>
  )
}

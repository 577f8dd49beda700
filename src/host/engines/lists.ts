// Which models are asked to list the changes that their answers make (`EngineInfo.lists`).
import { OrreryError } from '../../core/errors.ts'

// Smaller models list changes that their text does not tell of, and every list costs them seconds.
const ENOUGH = 3e9

/** @param parameters of the model; `null` for a server's, which is taken to be large. The variable decides before both. */
export function canList(parameters: number | null, decided = process.env.ORRERY_TYPED_EFFECTS): boolean {
  if (decided === 'on' || decided === 'off') return decided === 'on'
  if (decided) {
    throw new OrreryError('invalid-input', `ORRERY_TYPED_EFFECTS is "${decided}"; expected on or off.`)
  }
  return parameters === null || parameters >= ENOUGH
}

// The entry of the one-file player: the recording in the page, and the window on it.
import { createRoot } from 'react-dom/client'
import { Recording } from '../../core/formats/exporters/recording.ts'
import { Player } from './Player.tsx'
import './player.css'

const root = document.getElementById('root')
const text = document.getElementById('recording')?.textContent ?? ''
if (root) {
  const recording = Recording.parse(JSON.parse(text))
  document.title = `${recording.title} · Orrery`
  createRoot(root).render(<Player recording={recording} />)
}

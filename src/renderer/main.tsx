// The page's entry: a store over whichever door this page came through, and the window on it.
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { stayCurrent } from './current.ts'
import { followFocus } from './focus.ts'
import { listenToKeys } from './keys.ts'
import { createClient } from './store/client.ts'
import { StoreContext } from './store/index.ts'
import { createState } from './store/state.ts'
import './styles.css'
import { followTheme } from './theme.ts'

const store = createState(createClient())
followTheme(store)
listenToKeys(store)
followFocus()
stayCurrent(store)
void store.getState().start()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StoreContext value={store}>
      <App />
    </StoreContext>
  )
}

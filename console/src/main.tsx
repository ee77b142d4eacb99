import './styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { start } from './session/start.ts'
import { recordEarlyKeys } from './ui/form/early-keys.ts'
import { applyLanguage } from './ui/words/language.ts'
import { applyPageIcon } from './ui/frame/page-icon.ts'
import { applyPersisted } from './ui/table/persisted.ts'
import { applyTheme } from './ui/theme/theme-store.ts'

recordEarlyKeys()
applyLanguage()
applyTheme()
applyPageIcon()
applyPersisted()
void start()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// First, so that what is drawn reads its colours from them.
import '#ui/tokens.css'
import '#ui/tokens-dark.css'
import './styles/base.css'
import './styles/marks.css'
import { createRoot } from 'react-dom/client'
import { tellError, watchErrors } from '#api-client/browser-errors.ts'
import { watchAttendance } from './api/ask.ts'
import { App } from './app/App.tsx'
import { recallLook } from './app/look.ts'

recallLook()
watchAttendance(document)
watchErrors('console')
createRoot(document.getElementById('root') as HTMLElement, { onCaughtError: (error) => tellError('console', error) }).render(<App />)

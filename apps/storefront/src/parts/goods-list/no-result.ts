import { onDemand } from '#ui/on-demand.tsx'
// The server draws it before its script is here.
import './NoResult.module.css'

/** Most lists find something. */
export const noResult = onDemand(async () => ({ default: (await import('./NoResult.tsx')).NoResult }))

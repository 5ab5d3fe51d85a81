import { onDemand } from '../../parts/on-demand.tsx'

/** Most come for what they bought before; the work on a list is fetched with it. */
export const listTab = onDemand(async () => ({ default: (await import('./ListTab.tsx')).ListTab }))

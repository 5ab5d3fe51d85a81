import { onDemand } from '#ui/on-demand.tsx'

const load = async () => ({ default: (await import('./ListTab.tsx')).ListTab })

/** Most come for what they bought before; the work on a list is fetched with its tab. */
export const listTab = onDemand(load)

/** Has it before the tab is drawn, so that nothing that is typed into it is lost. */
export const readyListTab = async (): Promise<void> => listTab.give((await load()).default)

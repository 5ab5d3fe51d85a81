import { onDemand } from '#ui/on-demand.tsx'
// The server draws them before their script is here.
import './CornerAdvert.module.css'
import './SideNav.module.css'

/** Few pages have them (route flags): their script comes after the page. */
export const cornerAdvert = onDemand(async () => ({ default: (await import('./CornerAdvert.tsx')).CornerAdvert }))
export const sideNav = onDemand(async () => ({ default: (await import('./SideNav.tsx')).SideNav }))
export const agreements = onDemand(() => import('./AskedAgreements.tsx'))

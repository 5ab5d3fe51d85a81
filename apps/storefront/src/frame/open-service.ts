import { SERVICE_EVENT } from './SideBar.tsx'

/** Opens the service in the side bar, from anywhere on a page; on a phone it covers the page. */
export const openService = (): void => void window.dispatchEvent(new Event(SERVICE_EVENT))

import { lazy } from 'react'
import { useUser } from '../api/queries.ts'
import AccountPanel from './AccountPanel.tsx'
import type { PanelName } from './panel-titles.ts'
import { Contacts, ForGuest, Scan } from './SidePanels.tsx'

const Drawer = lazy(() => import('../parts/cart/CartDrawer.tsx'))
const Messages = lazy(() => import('./MessagesPanel.tsx'))
const Chat = lazy(() => import('./ChatPanel.tsx'))

/** What the side bar opens; its parts come when they are asked for. */
export default function SidePanel({ name }: { name: PanelName }) {
  const user = useUser()
  if (name === 'account') return <AccountPanel />
  if (name === 'wechat') return <Scan />
  if (name === 'cart') return user ? <Drawer /> : <ForGuest picture="cart" text="登录后查看购物车" />
  if (name === 'messages') return user ? <Messages /> : <ForGuest picture="paper" text="登录后查看消息" />
  // The chat where there is one, else two QQ contacts (specification section 6).
  return user?.is_can_chat ? <Chat /> : <Contacts />
}

/** What the bar at the right edge opens. */
export const PANEL_TITLES = { account: '我的账户', cart: '购物车', messages: '我的消息', service: '联系客服', wechat: '微信与手机版' }
export type PanelName = keyof typeof PANEL_TITLES

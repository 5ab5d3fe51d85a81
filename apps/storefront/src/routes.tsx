import { type RouteObject, redirect } from 'react-router'
import { DESK, HOME } from './app/flags.ts'
import { memberPage, page, signInPage } from './app/page.ts'
import { ErrorBoundary } from './frame/error-page.tsx'
import { Frame } from './frame/Frame.tsx'
import { frameLoader } from './frame/frame-loader.ts'
import { paths } from './paths.ts'

/** What every visit begins with and buying needs. All other pages are in more-routes.tsx, which is fetched when one is asked for. */
const shop: RouteObject[] = [
  page('/', 'home', 'home/HomePage', () => import('./pages/home/HomePage.tsx'), { title: '首页', flags: HOME }),
  signInPage('/login', 'login', 'login/LoginPage', () => import('./pages/login/LoginPage.tsx'), '登录'),

  page('/list', 'list_index', 'list/ListPage', () => import('./pages/list/ListPage.tsx'), { title: '商品列表' }),
  page('/list/table', 'list_table', 'list/TablePage', () => import('./pages/list/TablePage.tsx'), { title: '商品列表', flags: DESK }),
  page('/list/no_image', 'list_no_image', 'list/NoImagePage', () => import('./pages/list/NoImagePage.tsx'), { title: '商品列表' }),
  page('/list/other/:id/:name?', 'list_other', 'list/OtherPage', () => import('./pages/list/OtherPage.tsx'), { title: '商品列表' }),
  page('/list/info/:id', 'list_info', 'detail/DetailPage', () => import('./pages/detail/DetailPage.tsx'), { title: '商品详情' }),
  page('/search', 'search_index', 'search/SearchPage', () => import('./pages/search/SearchPage.tsx'), { title: '搜索结果' }),
  page('/search/table', 'search_table', 'search/SearchTablePage', () => import('./pages/search/SearchTablePage.tsx'), {
    title: '搜索结果',
    flags: DESK,
  }),

  memberPage('/cart', 'cart_step1', 'cart/CartPage', () => import('./pages/cart/CartPage.tsx'), '购物车'),
  memberPage('/cart/step2', 'cart_step2', 'checkout/Step2Page', () => import('./pages/checkout/Step2Page.tsx'), '核对订单信息'),
  memberPage('/cart/step3/:id', 'cart_step3', 'checkout/Step3Page', () => import('./pages/checkout/Step3Page.tsx'), '支付订单'),
  memberPage('/cart/step4', 'cart_step4', 'checkout/Step4Page', () => import('./pages/checkout/Step4Page.tsx'), '支付完成'),

  memberPage('/cart/hm', 'cart_hm', 'checkout/HmPage', () => import('./pages/checkout/HmPage.tsx'), '支付订单'),

  page('/loading', 'loading', 'general/LoadingPage', () => import('./pages/general/LoadingPage.tsx'), { title: '加载中' }),
  page('/loading/activity', 'loading_activity', 'general/ActivityPage', () => import('./pages/general/ActivityPage.tsx'), {
    title: '活动加载中',
  }),
  page('/noActivity', 'noActivity', 'general/NoActivityPage', () => import('./pages/general/NoActivityPage.tsx'), { title: '活动未开始' }),
  { path: '/activity/*', id: 'activity', loader: ({ request }) => redirect(paths.loadingActivity(new URL(request.url).pathname)) },
  page('*', 'notfound', 'general/NotFoundPage', () => import('./pages/general/NotFoundPage.tsx'), { title: '页面不存在' }),
]

/** The id of the route under which pages stand. */
export const PAGES = 'pages'

/** The whole site map with these pages too. A failed page is replaced inside the frame; a failed frame as a whole. */
export const routesWith = (more: RouteObject[]): RouteObject[] => [
  {
    id: 'frame',
    Component: Frame,
    ErrorBoundary,
    loader: frameLoader,
    shouldRevalidate: () => false,
    children: [{ id: PAGES, ErrorBoundary, children: [...shop, ...more] }],
  },
]

/** First words of the paths in more-routes.tsx; a test holds them together. */
const ELSEWHERE = new Set(
  'Hdzx addr basic bdwx ddgl dzckd dzd dzfp dzht dzqz dzzl forget fp hb hdmb help hmdd jfdd jfgl jfsc jkmy jxqzc kjcg kxzq lqzx mrtj news order pay ppzq pzqg qxzq qyzl register staff star syzl user verify wdqb wdxx wdzj welfare xieyi xjq yegl yhq yjfk yjh ypjybg ypzh yx yyh zhzq zhzx zqgl zqmb zyyp zzfw zzzj'.split(
    ' ',
  ),
)
/** Names of routes, which lead to their paths, have a low line: /zhzx_ddgl. */
export const isElsewhere = (path: string): boolean => {
  const word = path.split('/', 2)[1] ?? ''
  return ELSEWHERE.has(word) || word.includes('_')
}

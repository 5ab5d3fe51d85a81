import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { CODES } from '#contract/codes.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { NO_ANSWER } from '../app/page.ts'
import { paths } from '../paths.ts'

const BUSY = '系统繁忙，请稍候再试'

export function NotFound({ text = '您访问的页面不存在或已下线' }: { text?: string }) {
  return (
    <div className="wrap">
      <h1 className="said">页面不存在</h1>
      <Empty picture="lost" text={text} hint="可以检查一下网址，或用上方的搜索找到您要的药品。">
        <ButtonLink kind="primary" size="lg" to={paths.home()}>
          返回首页
        </ButtonLink>
        <ButtonLink size="lg" to={paths.list()}>
          浏览全部商品
        </ButtonLink>
      </Empty>
    </div>
  )
}

/** What stands in a page's place when its data could not be had: what happened and what to do. */
export function ErrorPage() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const status = isRouteErrorResponse(error) ? error.status : CODES.BUSY
  const said = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : ''
  if (status === CODES.NOT_FOUND) return <NotFound {...(said !== '' && { text: said })} />
  const refusal = status < CODES.BUSY && said !== '' ? said : null
  const text = refusal ?? (status === NO_ANSWER ? '网络不太通畅，页面没有加载出来' : BUSY)
  return (
    <div className="wrap">
      <h1 className="said">页面暂时打不开</h1>
      <Empty picture={refusal ? 'paper' : 'broken'} text={text}>
        <Button kind="primary" size="lg" disabled={state === 'loading'} onClick={() => void revalidate()}>
          {state === 'loading' ? '正在重试…' : '重新加载'}
        </Button>
        <ButtonLink size="lg" to={paths.home()}>
          返回首页
        </ButtonLink>
      </Empty>
    </div>
  )
}

import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { api } from '../../api/calls.ts'
import { LoginLink } from '../../parts/LoginLink.tsx'
import css from './offers.module.css'
import { rememberClosed, wasClosed } from './visit.ts'

/** The strip of the prize draw at the bottom of the window; on a phone under the page. Without onDraw it leads to signing in. */
export function PrizeAdvert({ onDraw }: { onDraw?: () => void }) {
  const client = useApi()
  const [closed, setClosed] = useState(() => onDraw === undefined && wasClosed('draw'))
  const [advert] =
    useQuery({
      queryKey: ['focus', 'prize'],
      staleTime: 300_000,
      queryFn: async ({ signal }) => (await client.ask(api.drawAds, { signal, handles: 'all' })).data.list,
    }).data ?? []
  if (closed || !advert) return null
  const close = () => {
    rememberClosed('draw')
    setClosed(true)
  }
  return (
    <aside className={css.prize} aria-label="抽奖活动">
      {advert.image ? <img src={advert.image} alt="" height="36" /> : <Icon name="gift" size={24} />}
      <p>
        <b>{advert.title}</b>
        {advert.subtitle && <span>{advert.subtitle}</span>}
      </p>
      {onDraw ? (
        <Button size="sm" onClick={onDraw}>
          去抽奖
        </Button>
      ) : (
        <LoginLink className="btn btn-sm">登录参与</LoginLink>
      )}
      <button type="button" className={css.close} aria-label="关闭抽奖活动" onClick={close}>
        <Icon name="close" size={14} />
      </button>
    </aside>
  )
}

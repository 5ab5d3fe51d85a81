import { Link } from 'react-router'
import type { GoodsDetailWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import { useIsOpen } from '../../app/site.tsx'
import { LoginLink } from '../../parts/LoginLink.tsx'
import css from './detail.module.css'

/** May this company buy it, point by point; where it lies and how it is kept. */
export function Side({ goods, signedIn }: { goods: GoodsDetailWire; signedIn: boolean }) {
  const isOpen = useIsOpen()
  const may = goods.is_buy === 1
  return (
    <aside className={css.side} aria-label="购买条件与发货">
      <section>
        <h2 className={may ? undefined : css.shut}>
          <Icon name={may ? 'shield' : 'lock'} />
          {may ? '您可以购买' : signedIn ? '暂不能购买' : '购买条件'}
        </h2>
        <ul className={css.checks}>
          {goods.checks.map(({ ok, text }) => {
            const action = ok ? null : (goods.reasons.find(({ message }) => message === text)?.action ?? null)
            return (
              <li key={text} className={ok ? undefined : css.not}>
                <Icon name={ok ? 'check' : 'close'} size={14} />
                <span>
                  <span className="said">{ok ? '符合：' : '不符合：'}</span>
                  {text}
                  {action?.url.startsWith('/login') && <LoginLink className={css.way}>{action.text}</LoginLink>}
                  {action && !action.url.startsWith('/login') && isOpen(action.url) && (
                    <Link to={action.url} className={css.way}>
                      {action.text}
                    </Link>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      </section>
      <section>
        <h2>
          <Icon name="truck" />
          发货与储藏
        </h2>
        <ul className={css.plain}>
          {goods.ck_name && (
            <li>
              由{goods.ck_name}发货{goods.number !== null && `，可售 ${goods.number.toLocaleString('zh-CN')} ${goods.bzdw}`}
            </li>
          )}
          {goods.expiry_date && <li>先出批次效期至 {goods.expiry_date}</li>}
          {goods.storage && <li>储藏：{goods.storage}</li>}
          {goods.cold_chain === 1 && <li className={css.cold}>冷链品种，全程冷藏运输</li>}
          {goods.is_hm === 1 && <li className={css.cold}>含特殊药品复方制剂，单独成单，须对公转账</li>}
        </ul>
      </section>
    </aside>
  )
}

import { Link } from 'react-router'
import type { StoreWire } from '#contract/stores.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { moneyText } from '#ui/yuan.ts'
import { papersTone } from '../../frame/papers.ts'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import css from './stores.module.css'
import type { ActOnStores } from './useStoreActions.tsx'

function nearestText(nearest: NonNullable<StoreWire['nearest']>): string {
  const { name, expires_on: on, days_left: days } = nearest
  return days < 0 ? `${name}已于 ${on} 到期` : days === 0 ? `${name}今天到期` : `最近到期：${name}，${on}（${days} 天后）`
}

interface Props {
  store: StoreWire
  /** The only one: nothing to switch to or to copy. */
  single: boolean
  act: ActOnStores
}

/** One store at a glance. Figures of the store in use lead to their pages. */
export function StoreCard({ store, single, act }: Props) {
  const here = store.active === 1
  const papers = papersTone(store)
  const figures = [
    ...store.orders.map(({ status, name, count }) => ({ name, text: String(count), to: paths.orders({ status }) })),
    { name: '购物车', text: `${store.cart_count} 种`, to: paths.cart() },
    { name: '未读消息', text: String(store.message_count), to: memberPaths.messages() },
  ]
  return (
    <li className={here ? `panel ${css.store} ${css.here}` : `panel ${css.store}`}>
      <header>
        <i>
          <Icon name="store" size={20} />
        </i>
        <div>
          <h2>{store.name}</h2>
          <p>
            <StateBadge tone={papers.tone}>{papers.text}</StateBadge>
            <span className="chip">{store.type}</span>
            {here && <span className="chip chip-ok">当前门店</span>}
            {store.is_owner === 0 && <span className="chip chip-warn">受邀管理</span>}
          </p>
        </div>
        <div className={css.acts}>
          {here && !single && (
            <Button onClick={() => act({ key: 'copy' })}>
              <Icon name="copy" />
              复制购物车
            </Button>
          )}
          {!here && (
            <Button kind="soft" onClick={() => act({ key: 'switch', store })}>
              <Icon name="switch" />
              切换到此店
            </Button>
          )}
        </div>
      </header>
      <dl className={css.figures}>
        {figures.map(({ name, text, to }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {here ? (
                <Link to={to} aria-label={`${name} ${text}`}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className={css.facts}>
        {(store.papers_note || store.nearest) && (
          <p className={store.papers_state === 'bad' ? css.bad : store.papers_state === 'soon' ? css.soon : undefined}>
            <Icon name={store.papers_state === 'ok' ? 'shield' : 'alert'} />
            <span>
              {store.papers_note || (store.nearest && nearestText(store.nearest))}
              {here && store.papers_state !== 'ok' && (
                <Link className="link" to={memberPaths.licences()}>
                  {store.is_passed === 1 ? '去更新' : '查看资质'}
                </Link>
              )}
            </span>
          </p>
        )}
        <Credit store={store} />
        {store.partners.map((partner) => (
          <p key={partner.account_id}>
            <Icon name="user" />
            <span>
              {partner.name} {partner.phone} 也在管理本店
              <button type="button" className="link" onClick={() => act({ key: 'end', store, partner })}>
                解除绑定
              </button>
            </span>
          </p>
        ))}
        {store.is_owner === 0 && (
          <p>
            <Icon name="user" />
            <span>
              由门店负责人授权您管理
              <button type="button" className="link" onClick={() => act({ key: 'leave', store })}>
                不再管理
              </button>
            </span>
          </p>
        )}
      </div>
    </li>
  )
}

function Credit({ store: { credit_limit: limit, credit_used: used, credit_overdue: overdue, balance } }: { store: StoreWire }) {
  const has = Number(limit) > 0
  return (
    <p className={Number(overdue) > 0 ? css.bad : undefined}>
      <Icon name="wallet" />
      <span>
        余额 {moneyText(balance)}
        {has ? `，账期已用 ${moneyText(used)}，额度 ${moneyText(limit)}` : '，未开通账期'}
        {Number(overdue) > 0 && `，已逾期 ${moneyText(overdue)}`}
      </span>
      {has && (
        <meter min={0} max={Number(limit)} value={Number(used)} aria-label="账期已用">
          {used}
        </meter>
      )}
    </p>
  )
}

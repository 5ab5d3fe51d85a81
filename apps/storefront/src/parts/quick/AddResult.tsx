import { useEffect, useRef } from 'react'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { paths } from '../../paths.ts'
import css from './AddResult.module.css'

export interface NotAdded {
  name: string
  why: string
}

export interface Added {
  /** Kinds of goods. */
  added: number
  missing: readonly NotAdded[]
}

/** What came of it: how many kinds are in the cart, and which are not and why. */
export function AddResult({ added, missing, onClose }: Added & { onClose: () => void }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.focus()
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={place} tabIndex={-1} className={`panel ${css.result}`} aria-label="加入结果">
      <p className={added > 0 ? `note note-ok ${css.resultHead}` : `note note-warn ${css.resultHead}`}>
        <Icon name={added > 0 ? 'check' : 'warn'} />
        <span>
          {added > 0 ? `已将 ${added} 种商品加入购物车` : '没有商品加入购物车'}
          {missing.length > 0 && `，${missing.length} 种未加入，仍留在清单里`}
        </span>
        {added > 0 && (
          <ButtonLink kind="primary" size="sm" to={paths.cart()}>
            去购物车结算
          </ButtonLink>
        )}
        <button type="button" className="iconbtn" aria-label="关闭结果" onClick={onClose}>
          <Icon name="close" />
        </button>
      </p>
      {missing.length > 0 && (
        <ul className={css.missing}>
          {missing.map(({ name, why }) => (
            <li key={name}>
              <span className="ell">{name}</span>
              <span className={css.reason}>{why || '暂不能购买'}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

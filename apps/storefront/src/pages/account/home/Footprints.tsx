import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Block } from '#ui/Block.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { memberPaths } from '../../../member-paths.ts'
import { GoodsPrice } from '../../../parts/GoodsPrice.tsx'
import { GoodsThumb } from '../../../parts/GoodsThumb.tsx'
import { paths } from '../../../paths.ts'
import css from './home.module.css'

const SHOWN = 4

export function Footprints({ goods }: { goods: readonly GoodsCardWire[] }) {
  return (
    <Block
      title="最近看过"
      className={css.fill}
      head={
        <Link className={`more ${css.end}`} to={memberPaths.footprints()}>
          我的足迹
          <Icon name="right" size={12} />
        </Link>
      }
    >
      {goods.length === 0 ? (
        <p className={css.nothing}>
          看过的商品会出现在这里
          <ButtonLink size="sm" to={paths.list()}>
            去看看
          </ButtonLink>
        </p>
      ) : (
        <ul className={css.seen}>
          {goods.slice(0, SHOWN).map((one) => (
            <li key={one.id}>
              <GoodsThumb image={one.goods_image[0]?.url ?? ''} />
              <p>
                <Link to={paths.goods(one.id)}>{one.name}</Link>
                <small className="ell">
                  {one.ypgg} {one.sccj}
                </small>
              </p>
              <GoodsPrice goods={one} size="sm" />
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

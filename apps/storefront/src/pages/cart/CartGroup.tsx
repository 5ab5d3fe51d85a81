import type { CartLineWire } from '#contract/cart-shapes.ts'
import { EndsAt } from '#ui/EndsAt.tsx'
import { ActivityTiers } from '../../parts/ActivityTiers.tsx'
import type { CartSection } from '../../parts/cart/cart-data.ts'
import { type Missing, nextTierAt, tickedOf } from '../../parts/cart/cart-data.ts'
import type { CartWork } from '../../parts/cart/useCart.ts'
import type { Gifts } from '../../parts/gifts-here.ts'
import { Tag } from '../../parts/Tag.tsx'
import { ActivityGoods } from './ActivityGoods.tsx'
import { CartLineRow } from './CartLineRow.tsx'
import css from './cart.module.css'
import { TickAll } from './TickAll.tsx'

interface Props {
  section: CartSection
  /** Lines that are drawn by now. */
  drawn: ReadonlySet<CartLineWire>
  work: CartWork
  missing: ReadonlyMap<number, Missing>
  gifts: Gifts
  onDelete: CartLineRowDelete
}
type CartLineRowDelete = Parameters<typeof CartLineRow>[0]['onDelete']

/** Lines that belong together, with the rule they share: how its activity stands, what it gives, what it lets one exchange. */
export function CartGroup({ section, drawn, work, missing, gifts, onDelete }: Props) {
  const { group, activity, lines } = section
  const open = lines.filter((line) => line.can_buy === 1)
  const titleId = `cart-group-${group.key}`
  return (
    <section className={`panel ${css.group}`} aria-labelledby={titleId}>
      <header>
        <TickAll
          label={`全选 ${group.name}`}
          ticked={tickedOf(lines)}
          disabled={open.length === 0}
          onChange={(selected) =>
            work.actions.select(
              open.map(({ id }) => id),
              selected,
            )
          }
        />
        {group.tag && <Tag name={group.tag} />}
        <h2 id={titleId}>{group.name}</h2>
        {!activity && group.rule && <p className={css.rule}>{group.rule}</p>}
        {group.ends_at && (
          <p className={css.ends}>
            <EndsAt at={group.ends_at} />
          </p>
        )}
        {activity && (
          <div className={css.stand} aria-busy={work.counting}>
            <ActivityTiers activity={activity} />
          </div>
        )}
      </header>
      <ul>
        {lines
          .filter((line) => drawn.has(line))
          .map((line) => (
            <CartLineRow
              key={line.id}
              line={line}
              corrected={work.corrections[line.id] || undefined}
              busy={work.busy.has(line.id)}
              tierAt={nextTierAt(line, missing.get(line.id), work.busy.has(line.id))}
              actions={work.actions}
              onDelete={onDelete}
            />
          ))}
      </ul>
      {activity && <ActivityGoods activity={activity} gifts={gifts} />}
    </section>
  )
}

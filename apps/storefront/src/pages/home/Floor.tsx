import type { DataOf } from '#contract/call.ts'
import { Icon } from '#ui/Icon.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import css from './Blocks.module.css'
import { GoodsTile } from './HomeGoods.tsx'
import { Section } from './Section.tsx'

type FloorData = DataOf<typeof import('#contract/goods.ts').goodsFloors>['floors'][number]

const ZONE_PATHS: Record<FloorData['code'], string> = { selected: '/yx', herb: '/zyyp', device: '/qxzq' }

/** A zone on the home page, in its own accent. */
export function Floor({ floor }: { floor: FloorData }) {
  return (
    <Section
      title={floor.name}
      about={floor.hint}
      className={`${css.floor} ${css[floor.code] ?? ''}`}
      end={
        <>
          <ul className={css.tabs}>
            {floor.categories.slice(0, 5).map(({ id, name, url }) => (
              <li key={id}>
                <SiteLink url={url}>{name}</SiteLink>
              </li>
            ))}
          </ul>
          <SiteLink url={ZONE_PATHS[floor.code]} className="more">
            进入专区
            <Icon name="right" size={12} />
          </SiteLink>
        </>
      }
    >
      <div className={css.body}>
        <div className={css.side}>
          <h3>{floor.panel_title}</h3>
          <p>{floor.panel_text}</p>
          <ul>
            {floor.categories.slice(0, 6).map(({ id, name, url }) => (
              <li key={id}>
                <SiteLink url={url}>{name}</SiteLink>
              </li>
            ))}
          </ul>
          <SiteLink url={ZONE_PATHS[floor.code]} className={`btn ${css.go}`}>
            进入专区
          </SiteLink>
          <FloorArt code={floor.code} />
        </div>
        <ul className={css.tiles}>
          {floor.list.slice(0, 8).map((goods) => (
            <GoodsTile key={goods.id} goods={goods} />
          ))}
        </ul>
      </div>
    </Section>
  )
}

/** A leaf, a pulse, a parcel: one line drawing a zone. */
const ART: Record<FloorData['code'], string> = {
  herb: 'M60 150V70M60 96c0-34-22-52-52-52 0 34 20 52 52 52zM60 116c0-28 20-46 54-46 0 32-18 48-54 46zM60 70c0-26 8-46 22-58 10 26 2 48-22 58z',
  device:
    'M14 34h92a8 8 0 0 1 8 8v68a8 8 0 0 1-8 8H14a8 8 0 0 1-8-8V42a8 8 0 0 1 8-8zM6 78h28l10-24 18 44 12-28h40M40 118v22M80 118v22M28 142h64',
  selected: 'M8 52 60 28l52 24v62L60 138 8 114zM8 52l52 24 52-24M60 76v62M34 40l52 24v20',
}

function FloorArt({ code }: { code: FloorData['code'] }) {
  return (
    <svg viewBox="0 0 120 156" className={css.art} aria-hidden="true" focusable="false">
      <path d={ART[code]} />
    </svg>
  )
}

import { QuestionCircleOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { Link, useLocation, useNavigate } from 'react-router'
import { useZones } from '../app/here.ts'
import { useMe } from '../app/me.ts'
import { Kbd } from '../parts/Kbd.tsx'
import { placeOn } from '../parts/list-trail.ts'
import { isRecord, navigation } from '../rights.ts'
import { AREA_TITLES, type ConsolePage } from '../zone.ts'

/** As many pages of an area as stand in the head beside the search at 1366 px; the others are behind 更多. */
const SHOWN = 7

interface Props {
  page: ConsolePage | undefined
  slot: (element: HTMLElement | null) => void
  onFind: () => void
  onKeys: () => void
}

export function Head({ page, slot, onFind, onKeys }: Props) {
  const { permissions } = useMe()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const pages = navigation(useZones(), permissions).find(({ area }) => area === page?.area)?.pages ?? []
  const shown = pages.length <= SHOWN ? pages : pages.slice(0, SHOWN - 1)
  const rest = pages.slice(shown.length)
  const former = page && isRecord(page) ? (pages.find(({ path }) => page.path.startsWith(`${path}/`)) ?? pages[0]) : undefined
  // To the same page of the list, with its filters.
  const list = former && placeOn(pathname)?.list
  const back = list?.split('?')[0] === `/${former?.path}` ? list : `/${former?.path}`
  return (
    <header className="top">
      {former ? (
        <Link to={back} className="back">
          {former.title}
        </Link>
      ) : (
        <h1>{page ? (pages.length === 1 ? page.title : AREA_TITLES[page.area]) : '安衡运营'}</h1>
      )}
      {!former && pages.length > 1 && (
        <nav className="views" aria-label="本区页面">
          <div className="views views-fit">
            {shown.map(({ path, title }) => (
              <Link
                key={path}
                to={`/${path}`}
                className={path === page?.path ? 'is-on' : ''}
                {...(path === page?.path && { 'aria-current': 'page' })}
              >
                {title}
              </Link>
            ))}
          </div>
          {rest.length > 0 && (
            <Dropdown
              trigger={['click']}
              menu={{ items: rest.map(({ path, title }) => ({ key: path, label: title })), onClick: ({ key }) => void navigate(`/${key}`) }}
            >
              <button type="button" className={rest.some(({ path }) => path === page?.path) ? 'is-on' : ''}>
                {rest.find(({ path }) => path === page?.path)?.title ?? '更多'} ▾
              </button>
            </Dropdown>
          )}
        </nav>
      )}
      <div className="in-head" ref={slot} />
      <span className="grow" />
      <button type="button" className="find" onClick={onFind}>
        <SearchOutlined />
        <span>单号、企业、商品、页面</span>
        <Kbd of="Ctrl+K" />
      </button>
      <Button type="text" icon={<QuestionCircleOutlined />} aria-label="本页按键" onClick={onKeys} />
    </header>
  )
}

import { PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { FrontLinksWire, FrontLinkWire, LinkPlace } from '#contract/front.ts'
import { linkWords } from '#domain/front-words.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { Views } from '../../parts/Views.tsx'
import { calls } from './calls.ts'
import './front.css'
import { LinkField, Steps, useDrag } from './front-fields.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useListDraft } from './useListDraft.ts'

const PLACES: readonly { key: LinkPlace; text: string; what: string; hint: string }[] = [
  { key: 'nav', text: '导航', what: '导航', hint: '页头下面，按这里的次序，最多显示 9 个' },
  { key: 'help', text: '页脚栏目', what: '栏目', hint: '最多显示 4 栏；发布帮助文章时，它的链接自动加在这里' },
  { key: 'partner', text: '友情链接', what: '友情链接', hint: '页脚下面一行' },
]
type Child = FrontLinkWire['children'][number]
const LINK: Child = { id: 0, name: '', url: '', badge: '' }

interface RowProps {
  name: string
  link: Child
  onChange: (link: Child) => void
  disabled: boolean
  hasUrl: boolean
  hasBadge: boolean
  faultOf: (name: string) => string | undefined
}

function LinkCells({ name, link, onChange, disabled, hasUrl, hasBadge, faultOf }: RowProps) {
  const fault = faultOf('name')
  return (
    <>
      <Form.Item className="front-bare front-name" {...(fault && { validateStatus: 'error', help: fault })}>
        <Input
          aria-label={`${name} 名称`}
          placeholder="名称"
          maxLength={20}
          disabled={disabled}
          value={link.name}
          onChange={({ target }) => onChange({ ...link, name: target.value })}
        />
      </Form.Item>
      <span className="grow">
        {hasUrl && (
          <LinkField
            bare
            label={`${name} 链接`}
            value={link.url}
            disabled={disabled}
            fault={faultOf('url')}
            onChange={(url) => onChange({ ...link, url })}
          />
        )}
      </span>
      {hasBadge && (
        <Input
          aria-label={`${name} 角标`}
          className="front-badge"
          placeholder="角标，如 新"
          maxLength={8}
          disabled={disabled}
          value={link.badge}
          onChange={({ target }) => onChange({ ...link, badge: target.value })}
        />
      )}
    </>
  )
}

function Links({ place, kept }: { place: (typeof PLACES)[number]; kept: FrontLinksWire }) {
  const canChange = useMay()('front.change')
  const draft = useListDraft(kept, { nameOf: ({ name }) => name, words: linkWords })
  const deed = useDeed(calls.linksSave, { done: '已保存，商城随即显示', outdates: [calls.links], onDone: draft.take })
  const drag = useDrag(draft.move)
  const add = (): void => void draft.add({ ...LINK, children: [] })
  useKeys([{ key: 'N', what: `加${place.what}`, run: add, when: canChange }])
  const faultOf = (field: string) => deed.faults.find((one) => one.field === field)?.message
  const save = (): void => void deed.run({ params: { place: place.key }, body: { version: draft.version, list: draft.list } })
  const isGroups = place.key === 'help'
  return (
    <>
      <SaveBar draft={draft} deed={deed} canChange={canChange} onSave={save}>
        <span className="muted s12">{place.hint}</span>
        {canChange && (
          <Button size="small" icon={<PlusOutlined />} onClick={add}>
            加{place.what} <Kbd of="N" />
          </Button>
        )}
      </SaveBar>
      <Form component="div" className="record-body">
        <ul className="front-links">
          {draft.rows.map(({ key, entry }, at) => {
            const name = entry.name || `第 ${at + 1} 个`
            const { children } = entry
            const putChildren = (next: Child[]): void => draft.put(key, { ...entry, children: next })
            return (
              <li key={key} {...drag(at, canChange)}>
                <div className="row">
                  <LinkCells
                    name={isGroups ? `栏目 ${at + 1}` : `${place.what} ${at + 1}`}
                    link={entry}
                    onChange={(link) => draft.put(key, { ...entry, ...link })}
                    disabled={!canChange}
                    hasUrl={!isGroups}
                    hasBadge={place.key === 'nav'}
                    faultOf={(field) => faultOf(`list[${at}].${field}`)}
                  />
                  {canChange && (
                    <Steps
                      name={name}
                      at={at}
                      count={draft.rows.length}
                      onMove={(to) => draft.move(at, to)}
                      onRemove={() => draft.remove(key)}
                    />
                  )}
                </div>
                {isGroups && (
                  <ul>
                    {children.map((child, under) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: what is typed keeps its place, and a new one has no number
                      <li key={under} className="row">
                        <LinkCells
                          name={`${name} 第 ${under + 1} 条`}
                          link={child}
                          onChange={(link) => putChildren(children.with(under, link))}
                          disabled={!canChange}
                          hasUrl
                          hasBadge={false}
                          faultOf={(field) => faultOf(`list[${at}].children[${under}].${field}`)}
                        />
                        {canChange && (
                          <Steps
                            name={child.name || `${name} 第 ${under + 1} 条`}
                            at={under}
                            count={children.length}
                            onMove={(to) => putChildren(children.toSpliced(under, 1).toSpliced(to, 0, child))}
                            onRemove={() => putChildren(children.toSpliced(under, 1))}
                          />
                        )}
                      </li>
                    ))}
                    {canChange && (
                      <li>
                        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => putChildren([...children, LINK])}>
                          在“{name}”下加一条
                        </Button>
                      </li>
                    )}
                  </ul>
                )}
              </li>
            )
          })}
        </ul>
        {draft.rows.length === 0 && <p className="muted front-empty">还没有，商城不显示这一处。</p>}
      </Form>
    </>
  )
}

function OpenPlace({ place }: { place: (typeof PLACES)[number] }) {
  return <Loaded of={useAsk(calls.links, { params: { place: place.key } })}>{(kept) => <Links place={place} kept={kept} />}</Loaded>
}

export default function LinksPage() {
  const [params, setParams] = useSearchParams()
  const may = useMay()
  const open = PLACES.find(({ key }) => key === params.get('place')) ?? PLACES[0]
  return (
    <div className="record front-list">
      <Views label="哪一处" views={PLACES} open={open?.key ?? 'nav'} onOpen={(place) => setParams({ place }, { replace: true })} keys>
        <span className="grow" />
        {may('settings.view') && (
          <Link className="link s12" to="/system/settings">
            企业名称、热线、公示的证照、页脚声明、四条承诺在“商城设置”
          </Link>
        )}
      </Views>
      {open && <OpenPlace key={open.key} place={open} />}
    </div>
  )
}

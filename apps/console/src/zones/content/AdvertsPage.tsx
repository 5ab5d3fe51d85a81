import { PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FrontAdvertsWire, FrontAdvertWire, FrontSlotWire } from '#contract/front.ts'
import { advertWords } from '#domain/front-words.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MomentField } from '../../parts/MomentField.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import './content.css'
import './front.css'
import { FrontPeriod, LinkField, PictureField, Steps, useDrag } from './front-fields.tsx'
import { SaveBar } from './SaveBar.tsx'
import { ShopFrame } from './ShopFrame.tsx'
import { barOf } from './timeline.ts'
import { useListDraft } from './useListDraft.ts'

const EMPTY: FrontAdvertWire = { id: 0, title: '', subtitle: '', image: '', url: '', style: '', is_on: 1, starts_at: '', ends_at: '' }

function stateOf({ is_on, starts_at, ends_at }: FrontAdvertWire, now: Date) {
  if (is_on === 0) return <StateTag tone="closed">停用</StateTag>
  if (ends_at !== '' && new Date(ends_at) <= now) return <StateTag tone="closed">已结束</StateTag>
  return starts_at !== '' && now < new Date(starts_at) ? (
    <StateTag tone="waiting">未到时间</StateTag>
  ) : (
    <StateTag tone="done">正在显示</StateTag>
  )
}

interface EditProps {
  slot: FrontSlotWire
  advert: FrontAdvertWire
  onChange: (advert: FrontAdvertWire) => void
  faultOf: (name: string) => string | undefined
  disabled: boolean
  onClose: () => void
}

function AdvertDrawer({ slot, advert, onChange, faultOf, disabled, onClose }: EditProps) {
  const put = (change: Partial<FrontAdvertWire>): void => onChange({ ...advert, ...change })
  const text = (name: 'title' | 'subtitle', label: string, most: number) => {
    const fault = faultOf(name)
    return (
      <Form.Item label={label} {...(fault && { validateStatus: 'error', help: fault })}>
        <Input
          aria-label={label}
          maxLength={most}
          value={advert[name]}
          disabled={disabled}
          onChange={({ target }) => put({ [name]: target.value })}
        />
      </Form.Item>
    )
  }
  return (
    <SideDrawer title={advert.title || '新广告'} note={slot.name} onClose={onClose}>
      <Form layout="vertical" requiredMark={false} component="div" className="front-form">
        {text('title', '标题', 60)}
        {text('subtitle', '副标题', 120)}
        <LinkField label="链接" value={advert.url} disabled={disabled} fault={faultOf('url')} onChange={(url) => put({ url })} />
        <PictureField
          value={advert.image}
          disabled={disabled}
          width={slot.width}
          height={slot.height}
          onChange={(image) => put({ image })}
        />
        {slot.styles.length > 0 && (
          <Form.Item label="底色（没有图片时）">
            <Select
              aria-label="底色"
              value={advert.style}
              disabled={disabled}
              options={[{ value: '', label: '默认' }, ...slot.styles.map(({ value, text: label }) => ({ value, label }))]}
              onChange={(style) => put({ style })}
            />
          </Form.Item>
        )}
        <FrontPeriod from={advert.starts_at} until={advert.ends_at} disabled={disabled} fault={faultOf('ends_at')} onChange={put} />
        <Form.Item label="启用">
          <Switch aria-label="启用" checked={advert.is_on === 1} disabled={disabled} onChange={(isOn) => put({ is_on: isOn ? 1 : 0 })} />
        </Form.Item>
        {advert.id > 0 && <p className="muted s12">编号 {advert.id}</p>}
      </Form>
    </SideDrawer>
  )
}

/** What the slot will show at a moment, drawn by the shop. */
function SlotPreview({ slot, list }: { slot: string; list: FrontAdvertWire[] }) {
  const [at, setAt] = useState('')
  const [url, setUrl] = useState('')
  const look = useDeed(calls.advertsPreview, { done: '', onDone: (data) => setUrl(data.url) })
  const show = (): void => void look.run({ params: { slot }, body: { at, list } })
  useKeys([{ key: 'V', what: '预览', run: show }])
  return (
    <section className="front-preview" aria-label="预览">
      <div className="bar">
        <span className="muted s12">按现在填写的（不必先保存），看</span>
        <MomentField label="预览的时间" mayBeOpen="现在" value={at} onChange={setAt} />
        <Button size="small" loading={look.isBusy} onClick={show}>
          预览 <Kbd of="V" />
        </Button>
        {look.problem && <span className="bad s12">{look.problem}</span>}
      </div>
      {url && <ShopFrame url={url} />}
    </section>
  )
}

function SlotAdverts({ slot, kept }: { slot: FrontSlotWire; kept: FrontAdvertsWire }) {
  const canChange = useMay()('front.change')
  const draft = useListDraft(kept, { nameOf: ({ title }) => title, words: advertWords })
  const [open, setOpen] = useState<number | null>(null)
  const deed = useDeed(calls.advertsSave, { done: '已保存，商城随即显示', outdates: [calls.adverts, calls.slots], onDone: draft.take })
  const drag = useDrag(draft.move)
  const now = new Date()
  const save = (): void => void deed.run({ params: { slot: slot.slot }, body: { version: draft.version, list: draft.list } })
  const add = (): void => setOpen(draft.add(EMPTY))
  useKeys([{ key: 'N', what: '加广告', run: add, when: canChange }])
  const at = draft.rows.findIndex(({ key }) => key === open)
  const edited = draft.rows[at]
  return (
    <div className="front-main">
      <SaveBar draft={draft} deed={deed} canChange={canChange} onSave={save}>
        <b>{slot.name}</b>
        <span className="muted s12">
          {slot.shown >= 60 ? '轮流显示' : `最多显示 ${slot.shown} 条`}；在{' '}
          <a className="link" href={slot.page} target="_blank" rel="noreferrer">
            {slot.page}
          </a>
        </span>
        {canChange && (
          <Button size="small" icon={<PlusOutlined />} onClick={add}>
            加广告 <Kbd of="N" />
          </Button>
        )}
      </SaveBar>
      <table className="tb">
        <thead>
          <tr>
            <th>图片</th>
            <th>广告</th>
            <th>状态</th>
            <th className="front-when">时间（今天前后 30 天）</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {draft.rows.map(({ key, entry }, place) => {
            const bar = barOf(entry, now)
            return (
              <tr key={key} {...drag(place, canChange)} className={key === open ? 'is-open' : ''}>
                <td>{entry.image ? <img src={entry.image} alt="" className="front-thumb" /> : <span className="muted s12">无图</span>}</td>
                <td>
                  <button type="button" className="front-open" onClick={() => setOpen(key)}>
                    <b className="ell">{entry.title || '（未填标题）'}</b>
                    <span className="muted s12 ell">{[entry.subtitle, entry.url || '暂无链接'].filter(Boolean).join(' · ')}</span>
                  </button>
                </td>
                <td>{stateOf(entry, now)}</td>
                <td className="front-when">
                  <div className="front-time" aria-hidden="true">
                    {bar && <i style={{ left: `${bar.left}%`, width: `${bar.width}%` }} />}
                  </div>
                  <span className="muted s12">
                    {entry.starts_at ? <When at={entry.starts_at} /> : '立即'} 至 {entry.ends_at ? <When at={entry.ends_at} /> : '一直'}
                  </span>
                </td>
                <td>
                  {canChange && (
                    <Steps
                      name={entry.title || '新广告'}
                      at={place}
                      count={draft.rows.length}
                      onMove={(to) => draft.move(place, to)}
                      onRemove={() => draft.remove(key)}
                    />
                  )}
                </td>
              </tr>
            )
          })}
          {draft.rows.length === 0 && (
            <tr>
              <td colSpan={5} className="muted">
                这个广告位是空的，商城不显示它。
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {canChange && <SlotPreview slot={slot.slot} list={draft.list} />}
      {edited && (
        <AdvertDrawer
          key={edited.key}
          slot={slot}
          advert={edited.entry}
          disabled={!canChange}
          faultOf={(name) => deed.faults.find(({ field }) => field === `list[${at}].${name}`)?.message}
          onChange={(entry) => draft.put(edited.key, entry)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

function OpenSlot({ slot }: { slot: FrontSlotWire }) {
  return <Loaded of={useAsk(calls.adverts, { params: { slot: slot.slot } })}>{(kept) => <SlotAdverts slot={slot} kept={kept} />}</Loaded>
}

export default function AdvertsPage() {
  const [params, setParams] = useSearchParams()
  return (
    <Loaded of={useAsk(calls.slots, {})}>
      {({ list }) => {
        const open = list.find(({ slot }) => slot === params.get('slot')) ?? list[0]
        return (
          <div className="front-sides">
            <nav className="front-slots" aria-label="广告位">
              {list.map(({ slot, name, running, total }) => (
                <button
                  key={slot}
                  type="button"
                  aria-current={slot === open?.slot ? 'true' : undefined}
                  onClick={() => setParams({ slot }, { replace: true })}
                >
                  <span className="grow ell">{name}</span>
                  <small>{total > 0 ? `${running} / ${total}` : '空'}</small>
                </button>
              ))}
            </nav>
            {open && <OpenSlot key={open.slot} slot={open} />}
          </div>
        )
      }}
    </Loaded>
  )
}

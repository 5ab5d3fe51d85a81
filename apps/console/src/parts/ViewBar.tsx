import { AppstoreOutlined, HolderOutlined, UpOutlined } from '@ant-design/icons'
import { Alert, App, Button, Checkbox, Dropdown, Form, Input, Modal, Popover } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListViewWire } from '#contract/list-views.ts'
import { useAsk } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import { useMay } from '../app/me.ts'
import { moved, queryOfView, withView } from './list-views.ts'
import { useDeed } from './useDeed.ts'

export interface ColumnName {
  name: string
  title: string
}

/** Which columns, and in which order. */
function ColumnChoice({ all, shown }: { all: readonly ColumnName[]; shown: readonly string[] }) {
  const [params, setParams] = useSearchParams()
  const put = (names: readonly string[]): void => {
    const next = new URLSearchParams(params)
    if (names.length === all.length && names.every((name, at) => name === all[at]?.name)) next.delete('cols')
    else next.set('cols', names.join(','))
    setParams(next, { replace: true })
  }
  const hidden = all.filter(({ name }) => !shown.includes(name))
  const rows = [...shown.flatMap((name) => all.find((one) => one.name === name) ?? []), ...hidden]
  const toggle = (name: string, isOn: boolean) => put(isOn ? [...shown, name] : shown.filter((one) => one !== name))
  return (
    <ul className="columns" aria-label="列">
      {rows.map(({ name, title }) => {
        const isOn = shown.includes(name)
        return (
          <li key={name}>
            <Checkbox checked={isOn} disabled={isOn && shown.length === 1} onChange={({ target }) => toggle(name, target.checked)}>
              {title}
            </Checkbox>
            <span className="grow" />
            {isOn && (
              <>
                <Button size="small" type="text" aria-label={`${title} 左移`} onClick={() => put(moved(shown, name, -1))}>
                  ↑
                </Button>
                <Button size="small" type="text" aria-label={`${title} 右移`} onClick={() => put(moved(shown, name, 1))}>
                  ↓
                </Button>
              </>
            )}
          </li>
        )
      })}
      <li>
        <Button size="small" type="link" onClick={() => put(all.map(({ name }) => name))}>
          恢复全部列
        </Button>
      </li>
    </ul>
  )
}

/** Asks for a name: of a new view, or another one for a known view. */
function NameDialog({
  list,
  known,
  query,
  onClose,
}: {
  list: string
  known: ListViewWire | null
  query: string
  onClose: (id: number) => void
}) {
  const [form] = Form.useForm<{ name: string }>()
  const add = useDeed(shared.viewAdd, { form, done: '视图已保存', outdates: [shared.views], onDone: ({ id }) => onClose(id) })
  const save = useDeed(shared.viewSave, { form, done: '视图已改名', outdates: [shared.views], onDone: () => onClose(0) })
  const deed = known ? save : add
  const submit = ({ name }: { name: string }) =>
    known
      ? void save.run({ params: { id: known.id }, body: { name, query: known.query, version: known.version } })
      : void add.run({ body: { list, name, query } })
  return (
    <Modal
      open
      title={known ? '视图改名' : '保存为视图'}
      okText="保存"
      onOk={form.submit}
      onCancel={() => onClose(0)}
      confirmLoading={deed.isBusy}
      width={400}
    >
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ name: known?.name ?? '' }} onFinish={submit}>
        {deed.meanwhile && <Alert type="warning" showIcon title="这个视图刚刚被他人修改，请关闭后再试" />}
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写视图名称' }]}>
          <Input autoFocus maxLength={20} placeholder="如：今天的冷链订单" />
        </Form.Item>
        {!known && <p className="muted s12">保存现在的筛选、排序和列。</p>}
      </Form>
    </Modal>
  )
}

/** What can be done with views and columns, under the list. */
export function ViewTools({ list, columns, shown }: { list: string; columns: readonly ColumnName[]; shown: readonly string[] }) {
  const may = useMay()
  const { modal } = App.useApp()
  const [params, setParams] = useSearchParams()
  const [naming, setNaming] = useState<'' | 'new' | 'name'>('')
  const { data } = useAsk(shared.views, { query: { list } })
  const outdates = [shared.views]
  const save = useDeed(shared.viewSave, { done: '视图已保存', outdates })
  const share = useDeed(shared.viewShare, { done: '已办妥', outdates })
  const begin = useDeed(shared.viewDefault, { done: '已设置', outdates })
  const drop = useDeed(shared.viewDrop, { done: '视图已删除', outdates, onDone: () => setParams(withView('', 0)) })
  const open = data?.list.find(({ id }) => String(id) === params.get('view')) ?? null
  const query = queryOfView(params)
  const mayChange = open !== null && (open.shared === 1 ? may('views.share') : open.mine === 1)
  const isDirty = open !== null && query !== open.query
  const deeds: Readonly<Record<string, () => void>> = {
    new: () => setNaming('new'),
    name: () => setNaming('name'),
    save: () => open && void save.run({ params: { id: open.id }, body: { name: open.name, query, version: open.version } }),
    share: () => open && void share.run({ params: { id: open.id }, body: { shared: open.shared === 1 ? 0 : 1, version: open.version } }),
    begin: () => open && void begin.run({ body: { list, view_id: open.is_default === 1 ? 0 : open.id } }),
    drop: () =>
      open &&
      void modal.confirm({
        title: `删除视图“${open.name}”`,
        content: open.shared === 1 ? '这是共享的视图，所有人都不再有它。' : '只删除视图，列表里的数据不变。',
        okText: '删除',
        okButtonProps: { danger: true },
        onOk: () => drop.run({ params: { id: open.id } }).then(() => undefined),
      }),
  }
  const items = [
    { key: 'new', label: '保存为新视图…' },
    ...(mayChange && isDirty ? [{ key: 'save', label: `保存到“${open.name}”` }] : []),
    ...(open === null ? [] : [{ key: 'begin', label: open.is_default === 1 ? '不再默认打开' : '默认打开' }]),
    ...(mayChange ? [{ key: 'name', label: '改名…' }] : []),
    ...(open !== null && may('views.share') && (open.mine === 1 || open.shared === 1)
      ? [{ key: 'share', label: open.shared === 1 ? '收回共享' : '共享给所有人' }]
      : []),
    ...(mayChange ? [{ key: 'drop', label: '删除…', danger: true }] : []),
  ]
  return (
    <>
      <Popover trigger="click" placement="topLeft" content={<ColumnChoice all={columns} shown={shown} />}>
        <Button size="small" type="text" icon={<HolderOutlined />} aria-label="列">
          列
        </Button>
      </Popover>
      <Dropdown trigger={['click']} placement="topLeft" menu={{ items, onClick: ({ key }) => deeds[key]?.() }}>
        <Button size="small" type="text" icon={<AppstoreOutlined />} aria-label="视图">
          视图 <UpOutlined />
        </Button>
      </Dropdown>
      {naming !== '' && (
        <NameDialog
          list={list}
          known={naming === 'name' ? open : null}
          query={query}
          onClose={(id) => {
            setNaming('')
            if (id > 0) setParams(withView(query, id))
          }}
        />
      )}
    </>
  )
}

/** The views of a list as tabs over it; nothing where there is none. */
export function ViewTabs({ list }: { list: string }) {
  const [params, setParams] = useSearchParams()
  const { data } = useAsk(shared.views, { query: { list } })
  const views = data?.list ?? []
  if (views.length === 0) return null
  const open = views.find(({ id }) => String(id) === params.get('view'))
  const isDirty = open !== undefined && queryOfView(params) !== open.query
  return (
    <nav className="bar bar-tabs" aria-label="视图">
      <div className="views">
        <button type="button" className={open ? '' : 'is-on'} aria-pressed={!open} onClick={() => setParams(withView('', 0))}>
          全部
        </button>
        {views.map((view) => (
          <button
            key={view.id}
            type="button"
            className={view === open ? 'is-on' : ''}
            aria-pressed={view === open}
            title={view.shared === 1 ? `${view.owner} 共享` : '我的视图'}
            onClick={() => setParams(withView(view.query, view.id))}
          >
            {view.name}
            {view.shared === 1 && <small> 共享</small>}
            {view === open && isDirty && <small> · 已改动</small>}
          </button>
        ))}
      </div>
    </nav>
  )
}

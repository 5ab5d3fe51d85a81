import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal, Select, Tree } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CategoryTree, CategoryWire } from '#contract/categories.ts'
import { CATEGORY_TREES } from '#contract/constants.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { choicesOf, dropOf, idsBelow, pathOf, stepOf, treeOf } from './category-tree.ts'
import './goods.css'

const TREES = Object.entries(CATEGORY_TREES) as [CategoryTree, string][]
const OUTDATES = [calls.categories, calls.records, calls.record]
const NAMES = { name: '名称', hint: '提示词' }
/** Smaller trees stand open. */
const ALL_OPEN = 60

interface Adding {
  parent: CategoryWire | null
  tree: CategoryTree
}

function AddDialog({ adding, onClose, onAdded }: { adding: Adding; onClose: () => void; onAdded: (id: number) => void }) {
  const [form] = Form.useForm<{ name: string; hint: string; tree: CategoryTree }>()
  const deed = useDeed(calls.categoryAdd, { done: '分类已建', outdates: OUTDATES, form, onDone: ({ id }) => onAdded(id) })
  const { parent } = adding
  return (
    <Modal
      open
      title={parent ? `在“${parent.name}”下新建分类` : '新建顶级分类'}
      onCancel={onClose}
      okText="新建"
      cancelText="取消"
      confirmLoading={deed.isBusy}
      onOk={form.submit}
      width={420}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ tree: adding.tree, name: '', hint: '' }}
        onFinish={({ name, hint, tree }) =>
          void deed.run({ body: { name, hint: hint ?? '', ...(parent ? { parent_id: parent.id } : { tree }) } })
        }
      >
        {!parent && (
          <Form.Item name="tree" label="在哪个馆">
            <Select options={TREES.map(([value, label]) => ({ value, label }))} />
          </Form.Item>
        )}
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写分类名称' }]}>
          <Input autoFocus maxLength={20} onPressEnter={form.submit} />
        </Form.Item>
        <Form.Item name="hint" label="提示词（可不填，菜单里显示在名称旁）">
          <Input maxLength={60} />
        </Form.Item>
        {deed.problem && <Alert type="error" showIcon title={deed.problem} />}
      </Form>
    </Modal>
  )
}

function RemoveDialog({ row, list, onClose }: { row: CategoryWire; list: readonly CategoryWire[]; onClose: () => void }) {
  const [form] = Form.useForm<{ to?: number; reason: string }>()
  const deed = useDeed(calls.categoryRemove, {
    done: ({ moved }) => (moved > 0 ? `分类已删除，${moved} 种商品已移走` : '分类已删除'),
    outdates: OUTDATES,
    form,
    onDone: onClose,
  })
  return (
    <Modal
      open
      title={`删除分类“${pathOf(list, row.id)}”`}
      onCancel={onClose}
      okText={row.goods > 0 ? `移走 ${row.goods} 种商品并删除` : '删除'}
      okButtonProps={{ danger: true }}
      cancelText="取消"
      confirmLoading={deed.isBusy}
      onOk={form.submit}
      width={460}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ to, reason }) => void deed.run({ params: { id: row.id }, body: { reason, ...(to !== undefined && { to }) } })}
      >
        {row.goods > 0 && (
          <Form.Item name="to" label={`${row.goods} 种商品移到`} rules={[{ required: true, message: '请选择商品移到哪个分类' }]}>
            <Select showSearch={{ optionFilterProp: 'label' }} options={choicesOf(list, row.id)} placeholder="分类" />
          </Form.Item>
        )}
        <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, min: 2, message: '请写明理由（至少 2 个字）' }]}>
          <Input maxLength={200} placeholder="记入操作记录" />
        </Form.Item>
        {deed.problem && <Alert type="error" showIcon title={deed.problem} />}
      </Form>
    </Modal>
  )
}

function NameForm({ row }: { row: CategoryWire }) {
  const [base, setBase] = useState(row)
  const [typed, setTyped] = useState({ name: row.name, hint: row.hint })
  const take = (newer: CategoryWire): void => {
    setBase(newer)
    setTyped({ name: newer.name, hint: newer.hint })
  }
  const deed = useDeed(calls.categorySave, {
    done: '分类已改名',
    outdates: OUTDATES,
    onDone: ({ list }) => {
      const saved = list.find(({ id }) => id === row.id)
      if (saved) take(saved)
    },
  })
  const isChanged = typed.name.trim() !== base.name || typed.hint.trim() !== base.hint
  if (!isChanged && base.version !== row.version) take(row)
  const save = (): void => void deed.run({ params: { id: row.id }, body: { ...typed, version: base.version } })
  useKeys([{ key: 'Ctrl+S', what: '保存分类名称', run: save, when: isChanged }])
  return (
    <>
      <MeanwhileNotice of={deed} mine={typed} names={NAMES} onTakeTheirs={() => take(row)} />
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form layout="vertical" className="narrow" onSubmitCapture={save}>
        <Form.Item label="名称">
          <Input
            aria-label="名称"
            maxLength={20}
            value={typed.name}
            onChange={({ target }) => setTyped({ ...typed, name: target.value })}
          />
        </Form.Item>
        <Form.Item label="提示词（菜单里显示在名称旁）">
          <Input
            aria-label="提示词"
            maxLength={60}
            value={typed.hint}
            onChange={({ target }) => setTyped({ ...typed, hint: target.value })}
          />
        </Form.Item>
        {isChanged && (
          <div className="row">
            <Button onClick={() => take(base)}>放弃</Button>
            <Button type="primary" loading={deed.isBusy} onClick={save}>
              保存 <Kbd of="Ctrl+S" />
            </Button>
          </div>
        )}
      </Form>
    </>
  )
}

function Categories({ list }: { list: readonly CategoryWire[] }) {
  const may = useMay()
  const can = may('categories.change')
  const [params, setParams] = useSearchParams()
  const [adding, setAdding] = useState<Adding | null>(null)
  const [removing, setRemoving] = useState<CategoryWire | null>(null)
  const chosen = list.find(({ id }) => String(id) === params.get('id')) ?? null
  const above = chosen
    ? list.filter(({ id }) => id !== chosen.id && idsBelow(list, id).includes(chosen.id)).map(({ id }) => String(id))
    : []
  const choose = (id: number | string): void => setParams({ id: String(id) }, { replace: true })
  const move = useDeed(calls.categoryMove, { done: '', outdates: OUTDATES })
  const place = (id: number, to: { parent_id: number | null; before: number | null } | null): void => {
    if (to === null) return
    const body = { ...(to.parent_id !== null && { parent_id: to.parent_id }), ...(to.before !== null && { before: to.before }) }
    void move.run({ params: { id }, body })
  }
  const step = (by: -1 | 1): void => {
    if (chosen) place(chosen.id, stepOf(list, chosen.id, by))
  }
  const addBelow = (): void => setAdding({ parent: chosen, tree: chosen?.tree ?? 'drug' })
  const isDeep = chosen !== null && pathOf(list, chosen.id).split(' / ').length >= 3
  useKeys([
    { key: 'N', what: chosen ? '新建下级分类' : '新建顶级分类', run: addBelow, when: can && !isDeep },
    { key: 'Alt+ArrowUp', what: '上移', run: () => step(-1), when: can && chosen !== null },
    { key: 'Alt+ArrowDown', what: '下移', run: () => step(1), when: can && chosen !== null },
    { key: 'Delete', what: '删除分类', run: () => setRemoving(chosen), when: can && chosen !== null },
    { key: 'Esc', what: '不选分类', run: () => setParams({}, { replace: true }), when: chosen !== null },
  ])
  return (
    <div className="list">
      <div className="bar">
        <span className="muted">
          共 {list.length} 个分类。{can ? '拖动可移动，也可选中后按 Alt+↑ Alt+↓。' : ''}
        </span>
        <span className="grow" />
        {can && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding({ parent: null, tree: 'drug' })}>
            新建顶级分类
          </Button>
        )}
      </div>
      {move.problem && <Alert banner type="error" title={move.problem} closable onClose={move.dismiss} />}
      <div className="tree-page">
        <div className="tree-side">
          {list.length === 0 && <p className="muted">还没有分类。先建几个顶级分类，例如 西药、中成药、中药饮片、医疗器械。</p>}
          {TREES.map(([tree, title]) => {
            const nodes = treeOf(list, tree)
            if (nodes.length === 0) return null
            return (
              <Section key={tree} title={title} note={`${list.filter((one) => one.tree === tree).length} 个`}>
                <Tree
                  blockNode
                  draggable={can ? { icon: false } : false}
                  treeData={nodes}
                  selectedKeys={chosen ? [String(chosen.id)] : []}
                  defaultExpandedKeys={
                    list.length <= ALL_OPEN ? list.map(({ id }) => String(id)) : [...nodes.map(({ key }) => key), ...above]
                  }
                  titleRender={({ row }) => (
                    <span className="tree-row">
                      {row.name} {row.hint && <small className="muted">{row.hint}</small>}
                      <small className="muted grow num">{row.goods > 0 ? row.goods : ''}</small>
                    </span>
                  )}
                  onSelect={(_keys, { node }) => choose(node.key)}
                  onDrop={({ node, dragNode, dropToGap, dropPosition }) => {
                    const at = Number(node.pos.split('-').at(-1))
                    place(
                      Number(dragNode.key),
                      dropOf(list, Number(dragNode.key), Number(node.key), !dropToGap ? 0 : dropPosition < at ? -1 : 1),
                    )
                  }}
                />
              </Section>
            )
          })}
        </div>
        <div className="tree-main">
          {chosen === null ? (
            <p className="muted tree-none">在左边选一个分类</p>
          ) : (
            <>
              <Section
                title={pathOf(list, chosen.id)}
                action={
                  can && (
                    <span className="row">
                      {!isDeep && (
                        <Button size="small" onClick={addBelow}>
                          新建下级… <Kbd of="N" />
                        </Button>
                      )}
                      <Button size="small" onClick={() => step(-1)} disabled={stepOf(list, chosen.id, -1) === null}>
                        上移
                      </Button>
                      <Button size="small" onClick={() => step(1)} disabled={stepOf(list, chosen.id, 1) === null}>
                        下移
                      </Button>
                      <Button size="small" danger onClick={() => setRemoving(chosen)}>
                        删除… <Kbd of="Delete" />
                      </Button>
                    </span>
                  )
                }
              >
                <Facts
                  items={[
                    [
                      '商品',
                      chosen.goods > 0 ? (
                        <Link key="goods" className="link" to={`/goods/list?category=${chosen.id}`}>
                          {chosen.goods} 种
                        </Link>
                      ) : (
                        '本级没有'
                      ),
                    ],
                    ['馆', CATEGORY_TREES[chosen.tree]],
                  ]}
                />
              </Section>
              {can && (
                <>
                  <Section title="名称">
                    <NameForm key={chosen.id} row={chosen} />
                  </Section>
                  <Section title="移到别处">
                    <Select
                      aria-label="移到哪个分类之下"
                      style={{ width: 320 }}
                      showSearch={{ optionFilterProp: 'label' }}
                      value={chosen.parent_id ?? 0}
                      options={[{ value: 0, label: '（顶级）' }, ...choicesOf(list, chosen.id)]}
                      onChange={(parent: number) => place(chosen.id, { parent_id: parent || null, before: null })}
                    />
                  </Section>
                </>
              )}
            </>
          )}
        </div>
      </div>
      {adding && (
        <AddDialog
          adding={adding}
          onClose={() => setAdding(null)}
          onAdded={(id) => {
            setAdding(null)
            choose(id)
          }}
        />
      )}
      {removing && <RemoveDialog row={removing} list={list} onClose={() => setRemoving(null)} />}
    </div>
  )
}

export default function CategoriesPage() {
  return <Loaded of={useAsk(calls.categories, {})}>{({ list }) => <Categories list={list} />}</Loaded>
}

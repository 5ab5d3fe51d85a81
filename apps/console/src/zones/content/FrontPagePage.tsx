import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { FrontBlockWire, FrontPageRecordWire, FrontPageWire } from '#contract/front.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { MomentField } from '../../parts/MomentField.tsx'
import { sentenceOf } from '../../parts/outcome.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { BlockFields, type Choices } from './BlockFields.tsx'
import { BLOCK_NAMES, type BlockType, blockWords, newBlock, type Source, withSource } from './block-rules.ts'
import { calls } from './calls.ts'
import './content.css'
import './front.css'
import { FrontPeriod, PictureField, Steps, useDrag } from './front-fields.tsx'
import { KINDS, PageState } from './page-state.tsx'
import { ShopFrame } from './ShopFrame.tsx'

type Texts = Pick<FrontPageRecordWire, 'name' | 'intro' | 'image' | 'accent' | 'starts_at' | 'ends_at'>
interface Typed extends Texts {
  kind: FrontPageWire['kind']
  code: string
}
/** Each block with a key of its own, and the source of its goods where nothing of it is chosen yet. */
interface TypedBlock {
  key: number
  block: FrontBlockWire
  source: Source | null
}

const ACCENTS: Readonly<Record<Texts['accent'], string>> = {
  brand: '绿',
  herb: '药材棕',
  device: '器械蓝',
  near: '近效期黄',
  violet: '紫',
  hot: '红',
}
const NAMES = { name: '名称', intro: '说明', image: '图片', accent: '底色', starts_at: '开始', ends_at: '结束', blocks: '内容块' }
const EMPTY: Typed = { kind: 'activity', code: '', name: '', intro: '', image: '', accent: 'brand', starts_at: '', ends_at: '' }

const typedOf = ({ page, name, intro, image, accent, starts_at, ends_at }: FrontPageRecordWire): Typed => ({
  kind: page.kind,
  code: page.code,
  name,
  intro,
  image,
  accent,
  starts_at,
  ends_at,
})
let nextKey = 1
const keyed = (blocks: readonly FrontBlockWire[]): TypedBlock[] =>
  blocks.map((block) => {
    nextKey += 1
    return { key: nextKey, block, source: null }
  })

function Scheduled({ page, onDone, onClose }: { page: FrontPageWire; onDone: (record: FrontPageRecordWire) => void; onClose: () => void }) {
  const [at, setAt] = useState('')
  const deed = useDeed(calls.pageDeed, {
    done: '已定时，到时自动换上',
    outdates: [calls.pages, calls.page],
    onDone: (record) => {
      onDone(record)
      onClose()
    },
  })
  return (
    <Modal
      open
      title={`定时发布第 ${page.version} 版`}
      okText="定时发布"
      cancelText="取消"
      okButtonProps={{ disabled: at === '' }}
      confirmLoading={deed.isBusy}
      onCancel={onClose}
      onOk={() => void deed.run({ params: { id: page.id, command: 'publish' }, body: { at, version: page.version } })}
    >
      <div className="row">
        <span>到</span>
        <MomentField label="发布的时间" value={at} onChange={setAt} />
        <span className="muted s12">北京时间，自动换上</span>
      </div>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} />}
    </Modal>
  )
}

/** The page of the shop, as this version will be at that moment. */
function PagePreview({ page, isDirty }: { page: FrontPageWire; isDirty: boolean }) {
  const api = useApi()
  const [at, setAt] = useState('')
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState('')
  const show = (): void => {
    setProblem('')
    const query = { version: page.version, ...(at !== '' && { at }) }
    api.ask(calls.pagePreview, { params: { id: page.id }, query }).then(
      ({ data }) => setUrl(data.url),
      (error: unknown) => setProblem(sentenceOf(error)),
    )
  }
  const can = page.version > 0 && !isDirty
  useKeys([{ key: 'V', what: '预览', run: show, when: can }])
  return (
    <section className="front-preview" aria-label="预览">
      <div className="bar">
        <MomentField label="预览的时间" mayBeOpen="现在" value={at} onChange={setAt} />
        <Button size="small" disabled={!can} onClick={show}>
          {page.version === 0 ? '预览' : `预览第 ${page.version} 版`} <Kbd of="V" />
        </Button>
        <span className="muted s12">{isDirty ? '先保存，再预览' : '按访客显示；已用“看商城”打开某企业时，按该企业显示'}</span>
        {problem && <span className="bad s12">{problem}</span>}
      </div>
      {url && <ShopFrame url={url} />}
    </section>
  )
}

interface VersionsProps {
  versions: FrontPageRecordWire['versions']
  onRestore: ((version: number) => void) | null
  onClose: () => void
}

function PageVersions({ versions, onRestore, onClose }: VersionsProps) {
  return (
    <SideDrawer title="各版本" note="专题页的历史" onClose={onClose}>
      <ul className="front-versions">
        {versions.map((one, at) => (
          <li key={one.version} className="row">
            <span className="grow">
              <b>第 {one.version} 版</b> {one.name}，{one.blocks} 块
              <br />
              <span className="muted s12">
                {one.saved_by || '建店时写入'} <When at={one.saved_at} />
              </span>
            </span>
            {one.shown === 1 && <span className="chip chip-ok">正在显示</span>}
            {at > 0 && onRestore && (
              <Button size="small" onClick={() => onRestore(one.version)}>
                恢复…
              </Button>
            )}
          </li>
        ))}
        {versions.length === 0 && <li className="muted">还没有改过。第一次保存时，现在的内容成为第 1 版。</li>}
      </ul>
    </SideDrawer>
  )
}

function Editor({ record, choices }: { record: FrontPageRecordWire | null; choices: Choices }) {
  const may = useMay()
  const navigate = useNavigate()
  const page = record?.page
  const canChange = may('front.change')
  const kept = record ? typedOf(record) : EMPTY
  const keptBlocks = record?.blocks ?? []
  const [typed, setTyped] = useState<Typed>(kept)
  const [blocks, setBlocks] = useState(() => keyed(keptBlocks))
  const [began, setBegan] = useState<number | null>(null)
  const [open, setOpen] = useState<number | null>(null)
  const [aside, setAside] = useState<'versions' | 'schedule' | null>(null)
  const list = blocks.map(({ block }) => block)
  const isDirty = JSON.stringify([typed, list]) !== JSON.stringify([kept, keptBlocks])
  const outdates = [calls.pages, calls.page]
  const settle = (next: FrontPageRecordWire): void => {
    setTyped(typedOf(next))
    setBlocks(keyed(next.blocks))
    setBegan(null)
    setOpen(null)
    if (!page) navigate(`/content/pages/${next.page.id}`, { replace: true })
  }
  const save = useDeed(calls.pageSave, { done: '已保存', outdates, onDone: settle })
  const deed = useDeed(calls.pageDeed, { done: '已办妥', outdates, onDone: settle })
  const reason = useReason(deed.problem)
  const touch = (): void => setBegan((now) => now ?? page?.version ?? 0)
  const put = (change: Partial<Typed>): void => {
    touch()
    setTyped((now) => ({ ...now, ...change }))
  }
  const change = (by: (now: TypedBlock[]) => TypedBlock[]): void => {
    touch()
    setBlocks(by)
  }
  const move = (from: number, to: number): void =>
    change((now) => {
      const one = now[from]
      return one === undefined ? now : now.toSpliced(from, 1).toSpliced(to, 0, one)
    })
  const drag = useDrag(move)
  const add = (type: BlockType): void => {
    const made = keyed([newBlock(type)])
    change((now) => [...now, ...made])
    setOpen(made[0]?.key ?? null)
  }
  const saveNow = (): void => void save.run({ body: { id: page?.id ?? 0, ...typed, blocks: list, version: began ?? page?.version ?? 0 } })
  const canPublish =
    page !== undefined && may('front.publish') && !isDirty && page.version > 0 && (page.state === 'draft' || page.waiting === 1)
  const publish = (): void => {
    if (!page || !canPublish) return
    reason.ask({
      title: `发布“${kept.name}”`,
      what: `第 ${page.version} 版随即显示在 ${page.url}。`,
      ok: '发布',
      bare: true,
      run: () => deed.run({ params: { id: page.id, command: 'publish' }, body: { version: page.version } }),
    })
  }
  useKeys([
    { key: 'Ctrl+S', what: '保存', run: saveNow, when: canChange && isDirty },
    { key: 'P', what: '发布', run: publish, when: canPublish },
    { key: 'H', what: '各版本', run: () => setAside('versions'), when: record !== null },
  ])
  const drop = (): void => {
    save.dismiss()
    setTyped(kept)
    setBlocks(keyed(keptBlocks))
    setBegan(null)
  }
  const faultOf = (field: string) => save.faults.find((one) => one.field === field)?.message
  const field = (name: 'name' | 'intro' | 'code', label: string, most: number, isFixed = false) => {
    const fault = faultOf(name)
    return (
      <Form.Item label={label} {...(fault && { validateStatus: 'error', help: fault })}>
        <Input
          aria-label={label}
          maxLength={most}
          disabled={!canChange || isFixed}
          value={typed[name]}
          onChange={({ target }) => put({ [name]: target.value })}
        />
      </Form.Item>
    )
  }
  const others = save.faults.filter(({ field: name }) => name.startsWith('blocks') || name === 'image')
  return (
    <div className="record">
      <InHead>
        <h1 className="ell">{page ? kept.name : '新专题页'}</h1>
        {page && <PageState page={page} />}
      </InHead>
      <div className="bar">
        {isDirty && <span className="w s12">有未保存的修改</span>}
        <span className="grow" />
        {page?.state === 'published' && (
          <a className="link" href={page.url} target="_blank" rel="noreferrer">
            看页面
          </a>
        )}
        {record && (
          <Button size="small" onClick={() => setAside('versions')}>
            各版本 <Kbd of="H" />
          </Button>
        )}
        {page && page.due_version > 0 && may('front.publish') && (
          <Button
            size="small"
            onClick={() => void deed.run({ params: { id: page.id, command: 'unschedule' }, body: { version: page.version } })}
          >
            取消定时
          </Button>
        )}
        {page?.state === 'published' && may('front.publish') && (
          <Button
            size="small"
            danger
            onClick={() =>
              reason.ask({
                title: `撤下“${kept.name}”`,
                what: '买家随即打不开这个页面，指向它的链接也打不开；内容留作草稿。',
                ok: '撤下',
                danger: true,
                run: (text) => deed.run({ params: { id: page.id, command: 'withdraw' }, body: { reason: text, version: page.version } }),
              })
            }
          >
            撤下…
          </Button>
        )}
        {canChange && (
          <Button size="small" disabled={!isDirty} loading={save.isBusy} onClick={saveNow}>
            保存 <Kbd of="Ctrl+S" />
          </Button>
        )}
        {page && may('front.publish') && (
          <>
            <Button size="small" disabled={!canPublish} onClick={() => setAside('schedule')}>
              定时发布…
            </Button>
            <Button size="small" type="primary" disabled={!canPublish} onClick={publish}>
              发布 <Kbd of="P" />
            </Button>
          </>
        )}
      </div>
      <MeanwhileNotice
        of={save}
        mine={{ ...typed, blocks: JSON.stringify(list) }}
        names={NAMES}
        inWords={(name, theirs) => (name === 'blocks' ? (JSON.parse(theirs) as FrontBlockWire[]).map(blockWords).join('、') : theirs)}
        onTakeTheirs={drop}
      />
      {deed.meanwhile && <Alert type="warning" showIcon className="trouble" title="别人刚刚保存过这个页面，请刷新后再发布" />}
      {others.length > 0 && <Alert type="error" showIcon className="trouble" title={others.map(({ message }) => message).join('；')} />}
      <div className="article-sides">
        <div className="front-editor">
          <Form layout="vertical" requiredMark={false} component="div">
            <div className="pair">
              {field('name', '名称', 40)}
              <Form.Item label="种类">
                <Select
                  aria-label="种类"
                  disabled={!canChange || page !== undefined}
                  value={typed.kind}
                  options={Object.entries(KINDS).map(([value, label]) => ({ value: value as Typed['kind'], label }))}
                  onChange={(kind) => put({ kind })}
                />
              </Form.Item>
            </div>
            <div className="pair">
              {field('code', '地址（英文）', 40, page !== undefined)}
              <Form.Item label="底色">
                <Select
                  aria-label="底色"
                  disabled={!canChange}
                  value={typed.accent}
                  options={Object.entries(ACCENTS).map(([value, label]) => ({ value: value as Texts['accent'], label }))}
                  onChange={(accent) => put({ accent })}
                />
              </Form.Item>
            </div>
            {field('intro', '说明', 200)}
            <FrontPeriod from={typed.starts_at} until={typed.ends_at} disabled={!canChange} fault={faultOf('ends_at')} onChange={put} />
            <PictureField value={typed.image} disabled={!canChange} width={1200} height={260} onChange={(image) => put({ image })} />
          </Form>
          <Section title="内容块" note={`${blocks.length} 块，从上到下`}>
            <ol className="front-blocks">
              {blocks.map(({ key, block, source }, at) => {
                const isOpen = key === open
                const name = `第 ${at + 1} 块`
                return (
                  <li key={key} {...drag(at, canChange && !isOpen)}>
                    <div className="row">
                      <button type="button" className="front-open grow" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : key)}>
                        <b className="ell">{blockWords(block)}</b>
                      </button>
                      {canChange && (
                        <Steps
                          name={name}
                          at={at}
                          count={blocks.length}
                          onMove={(to) => move(at, to)}
                          onRemove={() => change((now) => now.toSpliced(at, 1))}
                        />
                      )}
                    </div>
                    {isOpen && (
                      <BlockFields
                        block={block}
                        choices={choices}
                        disabled={!canChange}
                        source={source}
                        linkFault={faultOf(`blocks[${at}].url`)}
                        onChange={(next) => change((now) => now.with(at, { key, block: next, source }))}
                        onSource={(next) => change((now) => now.with(at, { key, block: withSource(block, next), source: next }))}
                      />
                    )}
                  </li>
                )
              })}
            </ol>
            {canChange && (
              <div className="row row-wrap front-add">
                {(Object.keys(BLOCK_NAMES) as BlockType[]).map((type) => (
                  <Button key={type} size="small" icon={<PlusOutlined />} aria-label={`加${BLOCK_NAMES[type]}块`} onClick={() => add(type)}>
                    {BLOCK_NAMES[type]}
                  </Button>
                ))}
              </div>
            )}
          </Section>
        </div>
        <div className="front-look">
          {page ? <PagePreview page={page} isDirty={isDirty} /> : <p className="muted front-empty">保存后在这里预览。</p>}
        </div>
      </div>
      {aside === 'versions' && record && page && (
        <PageVersions
          versions={record.versions}
          onClose={() => setAside(null)}
          onRestore={
            canChange && !isDirty
              ? (version) =>
                  reason.ask({
                    title: `恢复第 ${version} 版`,
                    what: '它的内容成为最新的草稿，发布后才显示；现在的内容仍在各版本里。',
                    ok: '恢复',
                    bare: true,
                    run: () =>
                      deed.run({ params: { id: page.id, command: 'restore' }, body: { restored: version, version: page.version } }),
                  })
              : null
          }
        />
      )}
      {aside === 'schedule' && page && <Scheduled page={page} onDone={settle} onClose={() => setAside(null)} />}
      {reason.dialog}
    </div>
  )
}

function Existing({ id, choices }: { id: number; choices: Choices }) {
  return <Loaded of={useAsk(calls.page, { params: { id } })}>{(record) => <Editor key={id} record={record} choices={choices} />}</Loaded>
}

export default function FrontPagePage() {
  const { id = '' } = useParams()
  return (
    <Loaded of={useAsk(calls.pageChoices, {})}>
      {(choices) => (id === 'new' ? <Editor record={null} choices={choices} /> : <Existing id={Number(id)} choices={choices} />)}
    </Loaded>
  )
}

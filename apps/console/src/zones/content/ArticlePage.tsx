import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { StaffArticleRecordWire, StaffArticleWire } from '#contract/content.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { ArticleState } from './ArticleState.tsx'
import { BodyField } from './BodyField.tsx'
import { calls } from './calls.ts'
import './content.css'
import { Preview } from './Preview.tsx'
import { Versions } from './Versions.tsx'

interface Fields {
  section: string
  code: string
  title: string
  summary: string
  author: string
  body: string
}

const NAMES = { section: '栏目', code: '地址', title: '标题', summary: '摘要', author: '署名', body: '正文' }
const EMPTY: Fields = { section: 'notice', code: '', title: '', summary: '', author: '', body: '' }
const fieldsOf = ({ article, title, summary, author, body }: StaffArticleRecordWire): Fields => ({
  section: article.section.code,
  code: article.code,
  title,
  summary,
  author,
  body,
})

function Editor({ record, sections }: { record: StaffArticleRecordWire | null; sections: StaffArticleWire['section'][] }) {
  const may = useMay()
  const navigate = useNavigate()
  const [form] = Form.useForm<Fields>()
  const kept = record ? fieldsOf(record) : EMPTY
  const [typed, setTyped] = useState<Fields>(kept)
  // The state that the typing began with, whatever is read meanwhile.
  const [began, setBegan] = useState<number | null>(null)
  const [showsVersions, setShowsVersions] = useState(false)
  const article = record?.article
  const canChange = may('articles.change')
  const isDirty = JSON.stringify(typed) !== JSON.stringify(kept)
  const outdates = [calls.articles, calls.article]
  const settle = (next: StaffArticleRecordWire): void => {
    const fields = fieldsOf(next)
    form.setFieldsValue(fields)
    setTyped(fields)
    setBegan(null)
    if (!article) navigate(`/content/articles/${next.article.id}`, { replace: true })
  }
  const save = useDeed(calls.save, { done: '已保存', outdates, form, onDone: settle })
  const deed = useDeed(calls.deed, {
    done: ({ article: { state, waiting } }) => (state === 'published' && waiting === 0 ? '已发布，买家随即看到' : '已办妥'),
    outdates,
    onDone: settle,
  })
  const reason = useReason(deed.problem)
  const saveNow = (): void => {
    void save.run({ body: { id: article?.id ?? 0, ...typed, version: began ?? article?.version ?? 0 } })
  }
  const canPublish = article !== undefined && may('articles.publish') && !isDirty && (article.state === 'draft' || article.waiting === 1)
  const publish = (): void => {
    if (!article || !canPublish) return
    reason.ask({
      title: `发布《${kept.title}》`,
      what:
        record && record.blanks.length > 0
          ? `还有 ${record.blanks.length} 处空白要先填写：${record.blanks.join('、')}`
          : `第 ${article.version} 版随即显示在 ${article.url}。`,
      ok: '发布',
      bare: true,
      run: () => deed.run({ params: { id: article.id, command: 'publish' }, body: { version: article.version } }),
    })
  }
  useKeys([
    { key: 'Ctrl+S', what: '保存', run: saveNow, when: canChange && isDirty },
    { key: 'P', what: '发布', run: publish, when: canPublish },
    { key: 'H', what: '各版本', run: () => setShowsVersions(true), when: record !== null },
  ])
  const drop = (): void => {
    save.dismiss()
    form.setFieldsValue(kept)
    setTyped(kept)
    setBegan(null)
  }
  return (
    <div className="record">
      <InHead>
        <h1 className="ell">{article ? kept.title : '新文章'}</h1>
        {article && <ArticleState article={article} />}
      </InHead>
      <div className="bar">
        {record && record.blanks.length > 0 && (
          <span className="w">
            还有 {record.blanks.length} 处空白：{record.blanks.slice(0, 3).join('、')}
          </span>
        )}
        <span className="grow" />
        {article?.state === 'published' && (
          <a className="link" href={article.url} target="_blank" rel="noreferrer">
            看页面
          </a>
        )}
        {record && (
          <Button size="small" onClick={() => setShowsVersions(true)}>
            各版本 <Kbd of="H" />
          </Button>
        )}
        {article?.state === 'published' && may('articles.publish') && (
          <Button
            size="small"
            danger
            onClick={() =>
              reason.ask({
                title: `撤下《${kept.title}》`,
                what: '买家随即看不到，页脚里的链接也一并去掉；内容留作草稿。',
                ok: '撤下',
                danger: true,
                run: (text) =>
                  deed.run({ params: { id: article.id, command: 'withdraw' }, body: { reason: text, version: article.version } }),
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
        {article && may('articles.publish') && (
          <Button size="small" type="primary" disabled={!canPublish} onClick={publish}>
            发布 <Kbd of="P" />
          </Button>
        )}
      </div>
      <MeanwhileNotice of={save} mine={{ ...typed }} names={NAMES} onTakeTheirs={drop} />
      <div className="article-sides">
        <Form<Fields>
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={!canChange}
          initialValues={kept}
          onValuesChange={(_, all) => {
            setBegan((now) => now ?? article?.version ?? 0)
            setTyped(all)
          }}
        >
          <div className="row article-facts">
            <Form.Item name="title" label="标题">
              <Input maxLength={60} />
            </Form.Item>
            <Form.Item name="section" label="栏目">
              <Select options={sections.map(({ code, name }) => ({ value: code, label: name }))} />
            </Form.Item>
            <Form.Item name="code" label="地址（英文）">
              <Input maxLength={40} disabled={!canChange || article?.state === 'published'} />
            </Form.Item>
            <Form.Item name="author" label="署名">
              <Input maxLength={40} />
            </Form.Item>
          </div>
          <Form.Item name="summary" label="摘要">
            <Input maxLength={200} />
          </Form.Item>
          <Form.Item name="body" label="正文">
            <BodyField disabled={!canChange} />
          </Form.Item>
        </Form>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
        <div className="article-preview" tabIndex={0}>
          <Preview title={typed.title} summary={typed.summary} body={typed.body} />
        </div>
      </div>
      {showsVersions && record && (
        <Versions
          versions={record.versions}
          onClose={() => setShowsVersions(false)}
          onRestore={
            canChange && !isDirty && article
              ? (one) =>
                  reason.ask({
                    title: `恢复第 ${one.version} 版`,
                    what: '它的内容成为最新的草稿，发布后才显示；现在的内容仍在各版本里。',
                    ok: '恢复',
                    bare: true,
                    run: () =>
                      deed.run({
                        params: { id: article.id, command: 'restore' },
                        body: { restored: one.version, version: article.version },
                      }),
                  })
              : null
          }
        />
      )}
      {reason.dialog}
    </div>
  )
}

function Existing({ id, sections }: { id: number; sections: StaffArticleWire['section'][] }) {
  return (
    <Loaded of={useAsk(calls.article, { params: { id } })}>{(record) => <Editor key={id} record={record} sections={sections} />}</Loaded>
  )
}

export default function ArticlePage() {
  const { id = '' } = useParams()
  return (
    <Loaded of={useAsk(calls.articles, { query: { per_page: 1 } })}>
      {({ sections }) => (id === 'new' ? <Editor record={null} sections={sections} /> : <Existing id={Number(id)} sections={sections} />)}
    </Loaded>
  )
}

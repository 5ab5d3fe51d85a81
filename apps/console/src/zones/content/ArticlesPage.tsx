import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import type { StaffArticleWire } from '#contract/content.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { ArticleState } from './ArticleState.tsx'
import { calls } from './calls.ts'

type Articles = typeof import('#contract/content.ts')['staffArticles']

const COLUMNS: Columns<Articles> = [
  {
    title: '标题',
    dataIndex: 'title',
    ellipsis: true,
    render: (title: string, { legal }) => (
      <>
        <b>{title}</b> {legal === 1 && <span className="chip chip-info">开业需要</span>}
      </>
    ),
  },
  { title: '栏目', dataIndex: ['section', 'name'], width: 130 },
  { title: '状态', dataIndex: 'state', width: 170, render: (_, article: StaffArticleWire) => <ArticleState article={article} /> },
  { title: '页面', dataIndex: 'url', width: 210, render: (url: string) => <span className="muted s12">{url}</span> },
  { title: '版本', dataIndex: 'version', width: 64, align: 'right', render: (version: number) => version || '—' },
  {
    title: '最近保存',
    dataIndex: 'updated_at',
    width: 220,
    render: (at: string, { saved_by }) => [saved_by, ' ', <When key="at" at={at} />],
  },
]

export default function ArticlesPage() {
  const mayChange = useMay()('articles.change')
  const navigate = useNavigate()
  const { data } = useAsk(calls.articles, { query: { per_page: 1 } })
  const prepare = useDeed(calls.prepare, {
    done: ({ made }) => `已起草 ${made.length} 篇，填好空白后发布`,
    outdates: [calls.articles],
  })
  const write = () => navigate('/content/articles/new')
  useKeys([{ key: 'N', what: '写文章', run: write, when: mayChange }])
  return (
    <ListPage
      what="文章"
      list={calls.articles}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '标题、摘要' },
        {
          kind: 'choice',
          name: 'section',
          text: '栏目',
          choices: (data?.sections ?? []).map(({ code, name }) => ({ value: code, text: name })),
        },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: [
            { value: 'legal', text: '开业需要的' },
            { value: 'draft', text: '草稿' },
            { value: 'published', text: '已发布' },
            { value: 'waiting', text: '有未发布的修改' },
          ],
        },
      ]}
      open={({ id }) => `content/articles/${id}`}
      actions={
        mayChange && (
          <Button type="primary" icon={<PlusOutlined />} onClick={write}>
            写文章 <Kbd of="N" />
          </Button>
        )
      }
      top={({ missing }) =>
        missing.length > 0 && (
          <Alert
            banner
            type="warning"
            title={`开业需要的文本还缺 ${missing.length} 篇：${missing.map(({ title }) => title).join('、')}`}
            action={
              mayChange && (
                <Button size="small" loading={prepare.isBusy} onClick={() => void prepare.run({ body: {} })}>
                  按范本起草
                </Button>
              )
            }
          />
        )
      }
    />
  )
}

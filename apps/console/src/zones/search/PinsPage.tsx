import { Button } from 'antd'
import { Link } from 'react-router'
import type { SearchPlace } from '#contract/searchlab.ts'
import { useMay } from '../../app/me.ts'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { PLACE_NAMES } from './kinds.ts'

type Pins = typeof import('#contract/searchlab.ts')['staffSearchPins']

function Release({ id, words, name }: { id: number; words: string; name: string }) {
  const deed = useDeed(calls.pinRemove, { done: '已取消', outdates: [calls.pins, calls.tried] })
  return (
    <Button size="small" aria-label={`取消“${words}”的 ${name}`} loading={deed.isBusy} onClick={() => void deed.run({ params: { id } })}>
      取消
    </Button>
  )
}

const COLUMNS: Columns<Pins> = [
  {
    title: '搜索词',
    dataIndex: 'words',
    render: (words: string) => (
      <Link className="link" to={`/marketing/search?q=${encodeURIComponent(words)}`}>
        {words}
      </Link>
    ),
  },
  { title: '位置', dataIndex: 'place', width: 80, render: (place: SearchPlace) => PLACE_NAMES[place] },
  { title: '商品', dataIndex: 'name', render: (name: string, { spec, maker }) => `${name} ${spec} ${maker}` },
  {
    title: '状态',
    dataIndex: 'on_shelf',
    width: 90,
    render: (on: number) => <StateTag tone={on === 1 ? 'done' : 'closed'}>{on === 1 ? '在售' : '下架'}</StateTag>,
  },
  { title: '设置人', dataIndex: 'made_by', width: 110 },
  { title: '设置于', dataIndex: 'made_at', width: 150, render: (at: string) => <When at={at} /> },
]

/** Goods that stand first or last where exactly some words are asked. They are set where one tries a search. */
export default function PinsPage() {
  const can = useMay()('search.change')
  const columns: Columns<Pins> = can
    ? [
        ...COLUMNS,
        { title: '', key: 'release', width: 80, render: (_, { id, words, name }) => <Release id={id} words={words} name={name} /> },
      ]
    : COLUMNS
  return (
    <ListPage
      what="置顶与后置"
      list={calls.pins}
      columns={columns}
      filters={[{ kind: 'search', name: 'keywords', text: '搜索词、商品', width: 240 }]}
      empty="还没有置顶或后置的商品；在“搜索实验室”试搜一个词，在结果里设置"
    />
  )
}

import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CareRowWire } from '#contract/care.ts'
import { CARE_MANY_MAX, CARE_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { withChange } from '../../parts/list-state.ts'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { Views } from '../../parts/Views.tsx'
import { FaultForm, FineForm } from './CareForms.tsx'
import { CareScan } from './CareScan.tsx'
import { calls } from './calls.ts'
import { dueText } from './care-rules.ts'

type Care = typeof import('#contract/care.ts')['staffCare']

/** Up to here the server counts. */
const COUNTED = 10_000

const COLUMNS: Columns<Care> = [
  { title: '仓库', dataIndex: 'warehouse', width: 90, ellipsis: true, responsive: ['xxl'] },
  { title: '货位', dataIndex: 'place', width: 80, render: (place: string) => place || '—' },
  {
    title: '商品',
    dataIndex: 'name',
    render: (name: string, { spec, maker }) => (
      <span title={maker}>
        <b>{name}</b> <span className="muted s12">{spec}</span>
      </span>
    ),
  },
  { title: '批号', dataIndex: 'batch_no', width: 110 },
  { title: '有效期至', dataIndex: 'expiry_date', width: 100, responsive: ['xxl'] },
  {
    title: '在库',
    dataIndex: 'number',
    align: 'right',
    width: 90,
    render: (number: number, { unit }) => `${numberText(number)} ${unit}`,
  },
  {
    title: '类别',
    dataIndex: 'grounds',
    width: 200,
    responsive: [],
    render: (grounds: readonly string[]) =>
      grounds.length === 0 ? (
        <span className="muted">一般</span>
      ) : (
        <span className="row">
          {grounds.map((one) => (
            <span key={one} className="chip chip-warn">
              {one}
            </span>
          ))}
        </span>
      ),
  },
  { title: '上次养护', dataIndex: 'last_on', width: 100, responsive: [], render: (day: string | null) => day ?? '—' },
  {
    title: '该查',
    dataIndex: 'days_late',
    align: 'right',
    width: 100,
    render: (late: number) => <span className={late > 0 ? 'bad' : ''}>{dueText(late)}</span>,
  },
  {
    title: '状态',
    dataIndex: 'locked',
    width: 90,
    render: (locked: number) => (locked === 1 ? <StateTag tone="wrong">已锁定</StateTag> : ''),
  },
]

/** What was looked at, and the two things that may come of it. */
function Look({ row, onClose }: { row: CareRowWire; onClose: () => void }) {
  const may = useMay()
  const [open, setOpen] = useState<'' | 'fine' | 'fault'>('')
  const mayCheck = may('care.check')
  useKeys([
    { key: 'A', what: '情况正常', run: () => setOpen('fine'), when: mayCheck && open === '' },
    { key: 'U', what: '发现问题', run: () => setOpen('fault'), when: mayCheck && open === '' },
  ])
  const shut = (): void => setOpen('')
  return (
    <SideDrawer
      title={row.batch_no}
      note={`${row.name} ${row.spec}`}
      onClose={onClose}
      foot={
        mayCheck && (
          <>
            <Button danger onClick={() => setOpen('fault')}>
              发现问题… <Kbd of="U" />
            </Button>
            <Button type="primary" onClick={() => setOpen('fine')}>
              情况正常… <Kbd of="A" />
            </Button>
          </>
        )
      }
    >
      <Section title="批号" action={<To to={`quality/care?words=${encodeURIComponent(row.batch_no)}`}>养护记录</To>}>
        <Facts
          flat
          items={[
            ['仓库', [row.warehouse, row.place].filter(Boolean).join('　货位 ')],
            ['生产厂家', row.maker],
            ['有效期至', row.expiry_date],
            ['在库', `${numberText(row.number)} ${row.unit}`],
            ['养护类别', row.is_key === 1 ? `重点，每月一次：${row.grounds.join('、')}` : '一般，每季一次'],
            ['上次养护', row.last_on ?? '还没有，从到货起算'],
            ['该查', `${row.due_on}（${dueText(row.days_late)}）`],
          ]}
        />
      </Section>
      {open === 'fine' && <FineForm rows={[row]} onClose={shut} onDone={onClose} />}
      {open === 'fault' && <FaultForm row={row} onClose={shut} onDone={onClose} />}
    </SideDrawer>
  )
}

function Many({ rows, clear }: { rows: readonly CareRowWire[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  if (rows.length > CARE_MANY_MAX) return <span className="w">一次最多 {CARE_MANY_MAX} 个批号</span>
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        情况正常，登记养护…
      </Button>
      {isOpen && <FineForm rows={rows} onClose={() => setOpen(false)} onDone={clear} />}
    </>
  )
}

/** 在库养护: what is to be looked at today, as one walks from shelf to shelf. */
export default function CarePage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const state = params.get('state') ?? 'due'
  const warehouse = useWarehouseFilter()
  const mayCheck = may('care.check')
  const scan = (on: boolean): void => setParams(withChange(params, { scan: on ? '1' : '' }), { replace: true })
  useKeys([{ key: 'S', what: '扫码养护', run: () => scan(true), when: mayCheck }])
  return (
    <>
      <ListPage
        what="批号"
        list={calls.care}
        columns={COLUMNS}
        fixed={{ state }}
        filters={[
          { kind: 'search', name: 'words', text: '货位、批号、编码或商品，或扫标签', width: 240 },
          {
            kind: 'choice',
            name: 'key',
            text: '类别',
            choices: [
              { value: '1', text: '重点养护' },
              { value: '0', text: '一般养护' },
            ],
          },
          ...warehouse,
        ]}
        top={({ counts }) => (
          <Views
            label="养护计划"
            views={counts.map(({ state: key, count }) => ({
              key,
              text: CARE_STATES[key],
              note: count >= COUNTED ? '10,000+' : numberText(count),
            }))}
            open={state}
            onOpen={(key) => setParams(withChange(params, { state: key === 'due' ? '' : key }))}
            keys
          />
        )}
        actions={
          mayCheck && (
            <Button type="primary" onClick={() => scan(true)}>
              扫码养护 <Kbd of="S" />
            </Button>
          )
        }
        {...(mayCheck && { bulk: (rows: readonly CareRowWire[], clear: () => void) => <Many rows={rows} clear={clear} /> })}
        rowTone={({ locked }) => (locked === 1 ? 'is-warn' : '')}
        drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
        empty={state === 'due' ? '今天该查的都查过了' : '没有批号'}
      />
      {params.get('scan') === '1' && mayCheck && <CareScan onClose={() => scan(false)} />}
    </>
  )
}

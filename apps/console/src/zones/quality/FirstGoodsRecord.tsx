import { Alert, Button, Form, Input } from 'antd'
import { Link, useParams } from 'react-router'
import type { FirstGoodsWire } from '#contract/upstream.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { SupplierPicker } from './SupplierPicker.tsx'
import { UpstreamEnd } from './UpstreamEnd.tsx'
import { UpstreamHistory } from './UpstreamHistory.tsx'
import { UpstreamPapers } from './UpstreamPapers.tsx'
import { UpstreamSteps } from './UpstreamSteps.tsx'
import { UPSTREAM_TONES } from './upstream-rules.ts'
import { useUpstream } from './useUpstream.tsx'
import './quality.css'

interface Fields {
  supplier_id: number | null
  standard: string
  reason: string
}
const NAMES = { supplier_id: '供货单位', standard: '质量标准', reason: '购进理由' }
const OUTDATES = [calls.firstGoodsInfo, calls.firstGoods]

function FactsForm({ goods }: { goods: FirstGoodsWire }) {
  const may = useMay()
  const [form] = Form.useForm<Fields>()
  const typed = Form.useWatch([], form) as Fields | undefined
  const can = may('suppliers.change') && goods.is_open === 0
  const deed = useDeed(calls.firstGoodsSave, { done: '首营品种已保存', outdates: OUTDATES, form })
  const { supplier_id, standard, reason } = goods
  const given = { supplier_id, standard, reason }
  useKeys([{ key: 'Ctrl+S', what: '保存首营品种', run: form.submit, when: can }])
  return (
    <>
      <Section
        title="商品"
        action={
          may('goods.view') && (
            <Link className="link" to={`/goods/list/${goods.goods_id}`}>
              商品资料
            </Link>
          )
        }
      >
        <Facts
          items={[
            ['商品', `${goods.name} ${goods.spec}`],
            ['编码', goods.code],
            ['剂型', goods.dosage_form],
            ['类别', goods.class_name],
            ['生产企业', goods.manufacturer],
            ['上市许可持有人', goods.holder],
            ['批准文号', goods.approval_no],
            ['储存条件', goods.storage],
          ]}
        />
      </Section>
      <Section
        title="购进"
        note={goods.is_open === 1 ? '审批期间不能改' : '从哪里进，执行什么标准'}
        action={
          can && (
            <Button size="small" type="primary" loading={deed.isBusy} onClick={form.submit}>
              保存 <Kbd of="Ctrl+S" />
            </Button>
          )
        }
      >
        <MeanwhileNotice
          of={deed}
          mine={typed ? { standard: typed.standard, reason: typed.reason } : {}}
          names={NAMES}
          onTakeTheirs={() => form.setFieldsValue(given)}
        />
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form<Fields>
          form={form}
          layout="vertical"
          requiredMark={false}
          className="supplier-fields"
          initialValues={given}
          onFinish={(fields) =>
            void deed.run({
              params: { id: goods.goods_id },
              body: { ...fields, supplier_id: fields.supplier_id ?? null, version: goods.version },
            })
          }
        >
          <Form.Item name="supplier_id" label={NAMES.supplier_id}>
            <SupplierPicker label={goods.supplier} disabled={!can} />
          </Form.Item>
          <Form.Item name="standard" label={NAMES.standard}>
            <Input maxLength={100} disabled={!can} placeholder="如 中国药典 2025 年版二部" />
          </Form.Item>
          <Form.Item name="reason" label={NAMES.reason}>
            <Input maxLength={200} disabled={!can} />
          </Form.Item>
        </Form>
      </Section>
    </>
  )
}

function Record({ goods }: { goods: FirstGoodsWire }) {
  const may = useMay()
  const { goods_id: id, name, spec } = goods
  const apply = useDeed(calls.firstGoodsApply, { done: '申请已提出，等质量部门审核', outdates: OUTDATES })
  const steps = useUpstream({
    what: '首营品种',
    name: `${name} ${spec}`,
    course: goods,
    apply: (words) => apply.run({ params: { id }, body: { words } }),
    applyProblem: apply.problem,
  })
  return (
    <RecordPage
      title={`${name} ${spec}`}
      state={
        <>
          <StateTag tone={UPSTREAM_TONES[goods.state]}>{goods.state_name}</StateTag>
          <span className="chip">{goods.code}</span>
          {goods.until !== null && (
            <span className="s12">
              首营至 <UpstreamEnd of={goods} />
            </span>
          )}
        </>
      }
      {...(steps.next && { next: steps.next })}
      tabs={[
        { key: 'facts', title: '档案', content: <FactsForm key={goods.version} goods={goods} /> },
        {
          key: 'papers',
          title: '资料',
          count: goods.papers.filter(({ is_replaced }) => is_replaced === 0).length,
          content: <UpstreamPapers id={id} ofGoods papers={goods.papers} isOpen={goods.is_open === 1} />,
        },
        { key: 'steps', title: '首营审批', count: goods.approvals.length, content: <UpstreamSteps course={goods} /> },
        ...(may('audit.view') ? [{ key: 'history', title: '操作记录', content: <UpstreamHistory subject={`goods:${id}`} /> }] : []),
      ]}
    >
      {steps.dialog}
    </RecordPage>
  )
}

export default function FirstGoodsRecordPage() {
  const id = Number(useParams().id)
  return <Loaded of={useAsk(calls.firstGoodsInfo, { params: { id } })}>{(goods) => <Record key={id} goods={goods} />}</Loaded>
}

import { Alert, Button, Form } from 'antd'
import { useParams } from 'react-router'
import type { SupplierWire } from '#contract/upstream.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { SupplierFieldsForm } from './SupplierFieldsForm.tsx'
import { SUPPLIER_NAMES, type SupplierFields, supplierFieldsOf, supplierWords } from './supplier-form.ts'
import { UpstreamEnd } from './UpstreamEnd.tsx'
import { UpstreamHistory } from './UpstreamHistory.tsx'
import { UpstreamPapers } from './UpstreamPapers.tsx'
import { UpstreamSteps } from './UpstreamSteps.tsx'
import { UPSTREAM_TONES } from './upstream-rules.ts'
import { useUpstream } from './useUpstream.tsx'
import './quality.css'

const OUTDATES = [calls.supplier, calls.suppliers]

function FactsForm({ supplier }: { supplier: SupplierWire }) {
  const may = useMay()
  const [form] = Form.useForm<SupplierFields>()
  const typed = Form.useWatch([], form) as SupplierFields | undefined
  const can = may('suppliers.change') && supplier.is_open === 0
  const deed = useDeed(calls.supplierSave, { done: '供货单位已保存', outdates: OUTDATES, form })
  useKeys([{ key: 'Ctrl+S', what: '保存供货单位', run: form.submit, when: can }])
  return (
    <Section
      title="档案"
      note={
        supplier.is_open === 1
          ? '审批期间不能改'
          : supplier.state === 'passed'
            ? '改名称、信用代码、类型或范围，须重新首营'
            : '许可证、授权书与协议在“资料”里登记'
      }
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
        mine={typed ? supplierWords({ ...supplierFieldsOf(supplier), ...typed }) : {}}
        names={SUPPLIER_NAMES}
        onTakeTheirs={() => form.setFieldsValue(supplierFieldsOf(supplier))}
      />
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form<SupplierFields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={supplierFieldsOf(supplier)}
        onFinish={(fields) => void deed.run({ params: { id: supplier.id }, body: { ...fields, version: supplier.version } })}
      >
        <SupplierFieldsForm disabled={!can} />
      </Form>
    </Section>
  )
}

function Record({ supplier }: { supplier: SupplierWire }) {
  const may = useMay()
  const { id, name } = supplier
  const apply = useDeed(calls.supplierApply, { done: '申请已提出，等质量部门审核', outdates: OUTDATES })
  const steps = useUpstream({
    what: '首营企业',
    name,
    course: supplier,
    apply: (words) => apply.run({ params: { id }, body: { words } }),
    applyProblem: apply.problem,
  })
  return (
    <RecordPage
      title={name}
      state={
        <>
          <StateTag tone={UPSTREAM_TONES[supplier.state]}>{supplier.state_name}</StateTag>
          <span className="chip">{supplier.kind_name}</span>
          {supplier.until !== null && (
            <span className="s12">
              首营至 <UpstreamEnd of={supplier} />
            </span>
          )}
        </>
      }
      {...(steps.next && { next: steps.next })}
      tabs={[
        { key: 'facts', title: '档案', content: <FactsForm key={supplier.version} supplier={supplier} /> },
        {
          key: 'papers',
          title: '资料',
          count: supplier.papers.filter(({ is_replaced }) => is_replaced === 0).length,
          content: <UpstreamPapers id={id} ofGoods={false} papers={supplier.papers} isOpen={supplier.is_open === 1} />,
        },
        { key: 'steps', title: '首营审批', count: supplier.approvals.length, content: <UpstreamSteps course={supplier} /> },
        ...(may('audit.view') ? [{ key: 'history', title: '操作记录', content: <UpstreamHistory subject={`supplier:${id}`} /> }] : []),
      ]}
    >
      {steps.dialog}
    </RecordPage>
  )
}

export default function SupplierPage() {
  const id = Number(useParams().id)
  return <Loaded of={useAsk(calls.supplier, { params: { id } })}>{(supplier) => <Record key={id} supplier={supplier} />}</Loaded>
}

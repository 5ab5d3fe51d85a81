import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { orderIdOf } from '../../parts/paying/pay-info.ts'
import { paths } from '../../paths.ts'
import { ApplyForm } from './ApplyForm.tsx'
import type { Form } from './wish.ts'

export async function loader({ api: client, url, signal }: PageArgs): Promise<Form> {
  const order = orderIdOf(url.searchParams.get('order') ?? undefined)
  const { data } = await client.ask(memberApi.afterSaleForm, { query: { order_id: order }, signal })
  return data
}

/** /order/afterSales/apply?order=: which batches, why, how many; and what would be refunded. */
export default function ApplyPage() {
  const form = usePageData<typeof loader>()
  if (form.why === '') return <ApplyForm key={form.order_id} form={form} />
  return (
    <AccountShell title="申请售后">
      <section className="panel">
        <Empty picture="paper" text={form.why} hint={`订单 ${form.order_no}，${form.status_name}`}>
          <ButtonLink to={memberPaths.afterSales()}>查看退货售后</ButtonLink>
          <ButtonLink kind="primary" to={paths.order(form.order_id)}>
            返回订单
          </ButtonLink>
        </Empty>
      </section>
    </AccountShell>
  )
}

import { App, Button, Empty } from 'antd'
import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

const EVERY_NAMES = { day: '每天', week: '每周', month: '每月' } as const

/** Reports that go out by themselves; a new one is made on the report's own page, with its filters. */
export default function SchedulesPage() {
  const { modal } = App.useApp()
  const answer = useAsk(calls.schedules, {})
  const outdates = [calls.schedules]
  const save = useDeed(calls.scheduleSave, { done: '已保存', outdates })
  const remove = useDeed(calls.scheduleRemove, { done: '已删除', outdates })
  const problem = save.problem || remove.problem
  return (
    <div className="scroll page">
      <Section title="定时发送的报表" note="在报表页底部点“定时发送”新增；早上 8 点后发送刚过去的一天、一周或一个月">
        {problem && <p className="bad s12">{problem}</p>}
        <Loaded of={answer}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有定时发送的报表" />
            ) : (
              <table className="tb">
                <thead>
                  <tr>
                    <th>名称</th>
                    <th>报表</th>
                    <th>多久</th>
                    <th>发给</th>
                    <th>发到</th>
                    <th>状态</th>
                    <th>操作</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((row) => (
                    <tr key={row.id}>
                      <td>{row.name}</td>
                      <td>
                        <Link className="link" to={`/reports/${row.report}?${new URLSearchParams(row.query)}`}>
                          {row.report_name}
                        </Link>
                      </td>
                      <td>{EVERY_NAMES[row.every]}</td>
                      <td>{row.recipients.map(({ name }) => name).join('、')}</td>
                      <td>{row.sent_to ?? '还没有'}</td>
                      <td>
                        <StateTag tone={row.is_on === 1 ? 'done' : 'closed'}>{row.is_on === 1 ? '发送中' : '已暂停'}</StateTag>
                      </td>
                      <td>
                        <span className="row">
                          <Button
                            size="small"
                            onClick={() =>
                              void save.run({
                                params: { id: row.id },
                                body: {
                                  name: row.name,
                                  every: row.every,
                                  recipients: row.recipients.map(({ id }) => id),
                                  is_on: row.is_on === 1 ? 0 : 1,
                                  version: row.version,
                                },
                              })
                            }
                          >
                            {row.is_on === 1 ? '暂停' : '恢复'}
                          </Button>
                          <Button
                            size="small"
                            danger
                            onClick={() =>
                              void modal.confirm({
                                title: `删除“${row.name}”`,
                                content: '不再发送；已经发出的还在。',
                                okText: '删除',
                                okButtonProps: { danger: true },
                                onOk: () => remove.run({ params: { id: row.id } }).then(() => undefined),
                              })
                            }
                          >
                            删除
                          </Button>
                        </span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
      </Section>
    </div>
  )
}

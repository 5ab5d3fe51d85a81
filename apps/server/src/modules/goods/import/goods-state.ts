import type { RowReader } from './columns.ts'

/** Whether a file puts its goods on sale: by its word for their state, and by a column that asks whether their sale has ended. */

/** Asked before the words for what is sold: 不可售 holds one of them. */
const OFF =
  /停|下架|禁|淘汰|召回|不|未|非|否|无效|失效|锁|冻结|作废|注销|废|撤|待|暂|疑|封存|隔离|退市|退货|删除|过期|质量问题|^(?:n|no|0|false|×|x)$/i
const ON =
  /在售|正常|上架|启用|可售|可销|销售|在销|有效|在用|经营|合格|新品|常规|主推|首推|推荐|热销|畅销|促销|清仓|滞销|紧俏|缺货|断货|限购|^(?:是|y|yes|1|true|√|ok|active|normal)$/i

const YES = /^(?:是|y|yes|1|true|√|停|停售|已停售?|停用|禁用|下架)$/i
const NO = /^(?:否|不|非|未|n|no|0|false|×|x|在售|正常|)$/i

/** Why it is not on sale, in the file's own words; '': it is. What nobody understands is not sold: it may say that quality holds it. */
export function stateOf(row: RowReader<'status' | 'ended'>): string {
  const ended = row.text('ended')
  if (YES.test(ended)) return '停售'
  if (!NO.test(ended)) {
    row.notice('ended', ended, '看不懂是否停售，暂不上架；停售请写“是”，在售请写“否”')
    return ended
  }
  const status = row.text('status')
  if (status === '' || (!OFF.test(status) && ON.test(status))) return ''
  if (!OFF.test(status)) row.notice('status', status, '看不懂的状态，暂不上架；在售请写“在售”，停售请写“停售”')
  return status
}

/** Does the file speak of it at all? */
export const saysState = (fields: ReadonlySet<string>): boolean => fields.has('status') || fields.has('ended')

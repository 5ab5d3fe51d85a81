import { Alert, Button } from 'antd'
import type { Meanwhile } from './outcome.ts'

interface Props {
  meanwhile: Meanwhile
  /** What was typed, in words, by the call's names of fields. */
  mine: Readonly<Record<string, string>>
  /** Names of the fields on the screen. */
  names: Readonly<Record<string, string>>
  /** A value that stands there now, in words of the screen; as the call says it otherwise. */
  inWords?: (field: string, theirs: string) => string
  isBusy: boolean
  onKeepMine: () => void
  /** Where both can stand: one's own change on top of what stands there now. */
  onMerge?: () => void
  onTakeTheirs: () => void
  onDismiss: () => void
}

/** Somebody else saved the same record: his values beside one's own, and the choice between them. */
export function MeanwhileNotice({ meanwhile, mine, names, inWords, isBusy, onKeepMine, onMerge, onTakeTheirs, onDismiss }: Props) {
  // What both say alike needs no choice.
  const changes = meanwhile.changes
    .map(({ field, theirs }) => ({ field, theirs: inWords?.(field, theirs) ?? theirs }))
    .filter(({ field, theirs }) => mine[field] !== theirs)
  return (
    <Alert
      type="warning"
      showIcon
      className="meanwhile"
      title="您打开之后，别人改过这条记录。您填写的内容还在，没有保存。"
      description={
        <>
          <table className="tb tb-in">
            <thead>
              <tr>
                <th>项目</th>
                <th>现在是</th>
                <th>您填写的</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, theirs }) => (
                <tr key={field}>
                  <td>{names[field] ?? field}</td>
                  <td>{theirs || '（空）'}</td>
                  <td className={mine[field] === undefined ? '' : 'dirty'}>{mine[field] ?? '未改'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="row">
            {onMerge && (
              <Button size="small" type="primary" onClick={onMerge}>
                在现在的上面加我的改动
              </Button>
            )}
            <Button size="small" type={onMerge ? 'default' : 'primary'} loading={isBusy} onClick={onKeepMine}>
              以我的为准，再次保存
            </Button>
            <Button size="small" onClick={onTakeTheirs}>
              用现在的，放弃我的
            </Button>
            <Button size="small" type="text" onClick={onDismiss}>
              继续修改
            </Button>
          </div>
        </>
      }
    />
  )
}

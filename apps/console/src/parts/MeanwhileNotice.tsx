import { Alert, Button } from 'antd'
import type { Call } from '#contract/call.ts'
import type { Deed } from './useDeed.ts'

interface Props {
  /** Of a deed that met nobody else it shows nothing. */
  of: Pick<Deed<Call>, 'meanwhile' | 'isBusy' | 'keepMine' | 'dismiss'>
  /** What was typed, in words, by the call's names of fields. */
  mine: Readonly<Record<string, string>>
  /** Names of the fields on the screen. */
  names: Readonly<Record<string, string>>
  /** A value that stands there now, in words of the screen; as the call says it otherwise. */
  inWords?: (field: string, theirs: string) => string
  /** Otherwise the same is saved once more. */
  onKeepMine?: () => void
  /** Where both can stand: one's own change on top of what stands there now. */
  onMerge?: () => void
  onTakeTheirs: () => void
}

/** Somebody else saved the same record: his values beside one's own, and the choice between them. */
export function MeanwhileNotice({ of: deed, mine, names, inWords, onKeepMine, onMerge, onTakeTheirs }: Props) {
  if (deed.meanwhile === null) return null
  // What both say alike needs no choice.
  const changes = deed.meanwhile.changes
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
            <Button
              size="small"
              type={onMerge ? 'default' : 'primary'}
              loading={deed.isBusy}
              onClick={onKeepMine ?? (() => void deed.keepMine())}
            >
              以我的为准，再次保存
            </Button>
            <Button
              size="small"
              onClick={() => {
                deed.dismiss()
                onTakeTheirs()
              }}
            >
              用现在的，放弃我的
            </Button>
            <Button size="small" type="text" onClick={deed.dismiss}>
              继续修改
            </Button>
          </div>
        </>
      }
    />
  )
}

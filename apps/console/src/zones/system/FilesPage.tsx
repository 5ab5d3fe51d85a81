import { Alert } from 'antd'
import { Link } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import './settings.css'

type Places = DataOf<typeof import('#contract/console.ts')['staffFilePlaces']>

const EVERY_MS = 10_000
const MEGABYTE = 1_048_576
const GIGABYTE = 1_024 * MEGABYTE
const sizeText = (bytes: number): string =>
  bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1)} GB` : bytes === 0 ? '0 MB' : `${Math.max(0.1, bytes / MEGABYTE).toFixed(1)} MB`
const placed = ({ files, bytes }: Places['here']): string => `${numberText(files)} 个，${sizeText(bytes)}`

function Answer({ problem }: { problem: string }) {
  return <StateTag tone={problem === '' ? 'done' : 'wrong'}>{problem === '' ? '正常' : '没有答复'}</StateTag>
}

/** How far the move is, whichever way it goes. */
function Progress({ places: { storage, here, away, faults } }: { places: Places }) {
  if (storage === null) return null
  const [done, left] = storage.is_wanted === 1 ? [away, here] : [here, away]
  const all = done.files + left.files
  const share = all === 0 ? 100 : Math.floor((done.files / all) * 100)
  const way = storage.is_wanted === 1 ? '搬到对象存储' : '搬回数据库'
  return (
    <div className="files-move">
      <p>
        {way}：<b>{share}%</b>
        {left.files === 0 ? '，都已就位' : `，还有 ${placed(left)}`}
        {faults > 0 && `；${numberText(faults)} 个搬不动，见下`}
      </p>
      <div className="opening-bar" role="progressbar" aria-label={way} aria-valuenow={share} aria-valuemin={0} aria-valuemax={100}>
        <i style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}

function Faulty({ of }: { of: Places['faulty'] }) {
  return (
    <Section title="搬不动的文件" note="一天后再试；内容已经补好的会自己搬走">
      <table className="tb tb-in">
        <thead>
          <tr>
            <th>编号</th>
            <th>文件</th>
            <th>原因</th>
            <th>上次试</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ id, name, fault, at }) => (
            <tr key={id}>
              <td>{id}</td>
              <td>{name}</td>
              <td>{fault}</td>
              <td className="nowrap">
                <When at={at} short />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** Where the contents of files lie and how far a move is, and who looks for viruses in them; asked anew while somebody looks. */
export default function FilesPage() {
  const may = useMay()
  return (
    <Loaded of={useAsk(calls.filePlaces, {}, { every: EVERY_MS })}>
      {(places) => {
        const { storage, here, stays, away, faulty, scanner } = places
        return (
          <div className="scroll page">
            <Section title="文件内容" note={storage === null ? 'CHANNELS_FILE 没有写 object_storage：都在数据库里' : storage.address}>
              {storage !== null && storage.problem !== '' && (
                <Alert
                  type="error"
                  showIcon
                  className="trouble"
                  title={`对象存储没有答复：${storage.problem}`}
                  description="新上传的文件先留在数据库里；已经在对象存储里的暂时打不开。好了以后会接着搬。"
                />
              )}
              <Progress places={places} />
              <Facts
                flat
                items={[
                  ...(storage === null
                    ? []
                    : [
                        ['对象存储', <Answer key="s" problem={storage.problem} />] as const,
                        ['已在外面', placed(away)] as const,
                        ['无用对象', `保留 ${storage.keep_days} 天，供还在用的备份恢复`] as const,
                      ]),
                  ['在数据库', placed(here)],
                  ['不搬的', `${placed(stays)}（印章图片、特大的打包文件）`],
                ]}
              />
              {storage !== null && may('jobs.view') && (
                <Link className="link" to="/system/tasks?tab=queue&channels=1">
                  看搬移任务
                </Link>
              )}
            </Section>
            {faulty.length > 0 && <Faulty of={faulty} />}
            <Section title="查毒" note="每个上传的文件先经它检查，它不答复就不收">
              {scanner.problem !== '' && (
                <Alert type="error" showIcon className="trouble" title={`查毒程序没有答复，现在收不了文件：${scanner.problem}`} />
              )}
              <Facts
                flat
                items={[
                  ['查毒程序', scanner.name],
                  ['状态', <Answer key="a" problem={scanner.problem} />],
                  ['病毒库', scanner.version || (scanner.problem === '' ? '没有病毒库：只认得业内的测试文件' : '')],
                ]}
              />
            </Section>
          </div>
        )
      }}
    </Loaded>
  )
}

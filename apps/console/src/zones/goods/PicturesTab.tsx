import { ArrowLeftOutlined, ArrowRightOutlined, DeleteOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { FileWire } from '#contract/files.ts'
import type { GoodsRecordWire } from '#contract/goods-desk.ts'
import { outdate } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Section } from '../../parts/Section.tsx'
import { UploadPicture } from '../../parts/UploadPicture.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'

type Picture = GoodsRecordWire['pictures'][number]
const MOST = 12

/** The first is the one that lists show; each change is saved at once. */
export function PicturesTab({ record }: { record: GoodsRecordWire }) {
  const may = useMay()
  const can = may('goods.change')
  const queries = useQueryClient()
  const deed = useDeed(calls.pictures, { done: '图片已保存', outdates: [calls.record, calls.records, calls.history] })
  const reason = useReason(deed.problem)
  const { pictures } = record
  const [fresh, setFresh] = useState<FileWire[]>([])
  const save = async (list: readonly Pick<Picture, 'id' | 'url'>[]): Promise<boolean> => {
    const isDone = await deed.run({
      params: { id: record.id },
      body: { pictures: list.map(({ id, url }) => ({ id, url })), version: record.version },
    })
    if (!isDone) await outdate(queries, [calls.record])
    return isDone
  }
  const step = (at: number, by: -1 | 1): void => {
    const one = pictures[at]
    if (one) void save(pictures.toSpliced(at, 1).toSpliced(at + by, 0, one))
  }
  return (
    <Section title="图片" note={`第一张在列表里显示；最多 ${MOST} 张，JPG、PNG、WebP`}>
      {deed.meanwhile && (
        <Alert type="warning" showIcon className="trouble" title="别人刚刚改过这个商品，图片没有动；已经显示现在的，请再做一次" />
      )}
      {deed.problem && <Alert type="error" showIcon className="trouble" title={deed.problem} />}
      <div className="shots">
        {pictures.map((one, at) => (
          <figure key={one.url} className={at === 0 ? 'shot is-first' : 'shot'}>
            <a href={one.url} target="_blank" rel="noreferrer">
              <img src={one.small} alt={`${record.name} 第 ${at + 1} 张`} />
            </a>
            {can && (
              <div className="row">
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowLeftOutlined />}
                  aria-label={`第 ${at + 1} 张往前`}
                  disabled={at === 0}
                  onClick={() => step(at, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowRightOutlined />}
                  aria-label={`第 ${at + 1} 张往后`}
                  disabled={at === pictures.length - 1}
                  onClick={() => step(at, 1)}
                />
                <Button
                  type="text"
                  size="small"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={`移除第 ${at + 1} 张`}
                  onClick={() =>
                    reason.ask({
                      title: '移除图片',
                      what: `${record.name} 的第 ${at + 1} 张图片，共 ${pictures.length} 张。商城随即不再显示。`,
                      ok: '移除',
                      danger: true,
                      bare: true,
                      run: () => save(pictures.toSpliced(at, 1)),
                    })
                  }
                />
              </div>
            )}
          </figure>
        ))}
      </div>
      {pictures.length === 0 && <p className="muted">还没有图片，商城显示按剂型画的包装。</p>}
      {can && pictures.length < MOST && (
        <div className="row goods-deeds">
          <UploadPicture
            purpose="goods"
            most={MOST - pictures.length}
            accept="image/jpeg,image/png,image/webp"
            value={fresh}
            onChange={setFresh}
          />
          {fresh.length > 0 && (
            <Button
              type="primary"
              loading={deed.isBusy}
              onClick={() => void save([...pictures, ...fresh.map(({ id }) => ({ id, url: '' }))]).then((isDone) => isDone && setFresh([]))}
            >
              加上这 {fresh.length} 张
            </Button>
          )}
        </div>
      )}
      {reason.dialog}
    </Section>
  )
}

import { GiftOutlined } from '@ant-design/icons'
import { Radio } from 'antd'
import { useState } from 'react'
import { Section } from '../../parts/Section.tsx'

interface Props {
  title: string
  text: string
  url: string
}

/** The row of 我的消息 as a buyer has it, unread; on a phone it is 375 px wide and has no picture. */
export function BroadcastPreview({ title, text, url }: Props) {
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  return (
    <Section title="客户看到的" note="“我的消息 · 活动消息”，头上的铃铛加一">
      <Radio.Group
        aria-label="看到的宽度"
        size="small"
        optionType="button"
        value={width}
        options={[
          { value: 'desktop', label: '电脑' },
          { value: 'phone', label: '手机 375' },
        ]}
        onChange={({ target }) => setWidth(target.value as 'desktop' | 'phone')}
      />
      <article className={`broadcast-look is-${width}`} aria-label="预览">
        {width === 'desktop' && (
          <i>
            <GiftOutlined />
          </i>
        )}
        <div>
          <h3>{title || '（标题）'}</h3>
          <p>{text || '（内容）'}</p>
          <small>发送的时间{url !== '' && `，点标题打开 ${url}`}</small>
        </div>
      </article>
    </Section>
  )
}

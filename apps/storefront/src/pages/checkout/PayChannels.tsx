import { Icon } from '../../parts/Icon.tsx'
import css from './pay.module.css'
import type { PayInfo } from './pay-info.ts'

interface Props {
  channels: PayInfo['channels']
  chosen: string
  disabled: boolean
  onChoose: (code: string) => void
}

/** The ways to pay; one that is not open stays with its reason. */
export function PayChannels({ channels, chosen, disabled, onChoose }: Props) {
  return (
    <fieldset className={css.channels} disabled={disabled}>
      <legend>支付方式</legend>
      {channels.map((channel) => (
        <label key={channel.code} className={channel.open ? css.channel : `${css.channel} ${css.shut}`}>
          <span className="check">
            <input
              type="radio"
              name="channel"
              checked={chosen === channel.code}
              disabled={!channel.open}
              onChange={() => onChoose(channel.code)}
            />
          </span>
          <span>
            <b>{channel.name}</b>
            {channel.note && <small>{channel.note}</small>}
            {!channel.open && (
              <small className={css.why}>
                <Icon name="lock" />
                {channel.why}
              </small>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

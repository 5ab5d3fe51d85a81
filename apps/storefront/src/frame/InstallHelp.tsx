import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import css from './InstallHelp.module.css'

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches

const WAYS = [
  { name: 'Chrome、Edge、360 极速版', text: '点击地址栏右侧的“安装”图标，或在菜单中选择“安装安衡药采”' },
  { name: '苹果电脑 Safari', text: '菜单“文件”中选择“添加到程序坞”' },
  { name: 'iPhone、iPad', text: '点击底部“分享”，选择“添加到主屏幕”' },
  { name: '安卓手机', text: '浏览器菜单中选择“添加到主屏幕”或“安装应用”' },
]

/** How to have the shop on the desktop where the browser did not offer it by itself. */
export default function InstallHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="添加到桌面"
      onClose={onClose}
      actions={
        <>
          <a className="btn" href="/desktop.url" download="安衡药采.url">
            下载桌面快捷方式
          </a>
          <Button kind="primary" onClick={onClose}>
            知道了
          </Button>
        </>
      }
    >
      {isInstalled() ? (
        <p>您正在使用已安装的安衡药采。</p>
      ) : (
        <>
          <p>安装后像应用一样从桌面打开，断网时也能看到提示。</p>
          <dl className={css.ways}>
            {WAYS.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className="muted">没有“安装”选项时，可以下载快捷方式放到桌面（Windows）。</p>
        </>
      )}
    </Dialog>
  )
}

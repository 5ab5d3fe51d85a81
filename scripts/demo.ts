/** npm run demo -- remove: shuts the demo shop's published accounts, so that the database may serve a real shop. */
import { removeDemoAccounts } from '../apps/server/src/demo-removal-store.ts'
import { withShopDatabase } from './lib/shop-database.ts'

if (process.argv.slice(2).join(' ') !== 'remove') {
  process.stderr.write(
    '用法：npm run demo -- remove\n  停用演示账号和演示期间添加的员工，冻结演示期间审核的企业，结束所有登录；商品、企业、订单和设置保留\n',
  )
  process.exit(1)
}
await withShopDatabase(async ({ db }) => {
  const { removed, staff, frozen, others, kept } = await removeDemoAccounts(db)
  const lines = [
    removed.length > 0 ? `已停用 ${removed.length} 个演示账号：${removed.join('、')}；所有人都要重新登录` : '没有演示账号',
    `保留不动：${kept.companies} 家企业、${kept.goods} 种商品、${kept.orders} 张订单，以及广告、文章和设置（收款账户、发票抬头等都是演示内容，营业前请逐项改正）`,
    ...(staff.length > 0
      ? [
          `演示期间添加的 ${staff.length} 个员工账号一并停用：${staff.join('、')}；岗位恢复为开店时的权限，请用 npm run staff -- add 添加自己的员工`,
        ]
      : []),
    ...(frozen.length > 0
      ? [
          `演示里谁都能审核企业、调整余额：${frozen.length} 家企业已冻结，由质量部门重新核对资质、财务核对余额和账期后解冻：${frozen.join('、')}`,
        ]
      : []),
    ...(others.length > 0
      ? [
          `其余 ${others.length} 个账号是演示期间注册的，那时验证码人人可见，请逐个核对：${others.slice(0, 20).join('、')}${others.length > 20 ? '……' : ''}`,
        ]
      : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
})

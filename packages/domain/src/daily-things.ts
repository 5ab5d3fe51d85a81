import { folded } from './folding.ts'

/**
 * Gifts and prizes that name no goods of the catalogue are things of daily use. What sounds like a medicine or a device is not one
 * of those: it must name its goods, so that the gates can ask. Words that only drugs and devices carry; where it errs it errs
 * towards asking.
 */
const SOUNDS =
  /胶囊|颗粒|冲剂|片剂|药片|丸剂|(?<![鱼肉虾菜弹])丸(?!子)|(?<![薯麦米名卡照刀贴切镜芯图唱瓦碎叶鳞木垫膜鱼肉])片|口服液|口服溶液|注射|针剂|滴眼|滴鼻|滴耳|眼药|软膏|乳膏|凝胶|贴膏|膏药|糖浆|合剂|酊|散剂|煎膏|凉油|风油精|红花油|栓|霉素|西林|沙星|头孢|他汀|沙坦|地平|维生素|碘伏|碘酒|碘酊|酒精|阿胶|板蓝根|白药|开塞露|正气水|验孕|艾条|艾灸|喷雾剂|气雾剂|吸入剂|栓剂|饮片|中药材|疫苗|处方药|西药|中成药|毫克|\d\s*mg|国药准字|医用|医疗|器械|体温计|额温|耳温|测温|血压计|血糖|血氧|血脂|尿酸|试纸|试条|检测卡|雾化器|制氧|听诊|采血|输液|注射器|针头|敷料|敷贴|纱布|绷带|创可贴|创口贴|退热贴|口罩|避孕套|安全套|轮椅|助听器|理疗|针灸|拔罐|械备|械注/i

export const soundsLikeMedicine = (name: string): boolean => SOUNDS.test(folded(name).replaceAll(/\s/g, ''))

/** Said to the buyer of such a thing until staff have named its goods. */
export const UNNAMED_GOODS = '该商品正在补充药品或器械资料，暂不能兑换'

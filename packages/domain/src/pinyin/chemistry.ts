/** Stems of chemical and biological names, and the readings by half of the character that buyers type. */
export const CHEMISTRY = `
吡 bi ~pi
噻 sai ~se
噁 e ~wu
噌 ceng ~zeng
嗯 en
吖 a ~ya
嗒 da ~ta
肟 wo ~kui
胍 gua ~hu
脲 niao ~sui
羧 suo ~jun,jiao
羟 qiang ~jing
巯 qiu ~liu,shu
腈 jing ~qing
炔 que ~jue,gui
芘 bi
萜 tie ~zhan
甾 zai ~zi
苄 bian ~ka
睾 gao ~ze
锗 zhe ~zhu
钆 ga ~yi
铊 ta ~tuo
铬 ge ~luo
镉 ge ~li
铂 bo ~bai
溴 xiu ~chou
脯 fu ~pu | pu: 胸脯
缬 xie ~jie
糜 mi ~mei
泊 bo ~po
伽 ga ~jia,qie
咖 ka ~ga
卡 ka ~qia
勒 le ~lei
泮 pan ~ban
珀 po ~bo
泼 po ~bo
鲑 gui ~xie
凝 ning ~yi
纤 xian ~qian
弹 tan ~dan
传 chuan ~zhuan
毒 du ~dai
校 jiao ~xiao | xiao: 学校
给 gei ~ji | ji: 给药 给氧 补给 供给
长 chang ~zhang | zhang: 生长 成长 长大 院长 助长 增长 长牙 长个
率 lv ~shuai
`

-- ── Ephedrine: how much a company may order, and the receipts that it owes ─────────────────────────────────

-- Packs of compound preparations that contain ephedrine, over all of them: an order's, and a Beijing calendar month's.
-- Every pack holds at most 720 mg (solid) or 800 mg (liquid) by law, so a number of packs is a bound of the substance too.
create table ephedrine_limit (
  company_type  text primary key check (company_type in ('单体药店', '连锁总部', '连锁门店', '诊所', '村卫生室', '医院', '批发企业')),
  per_order     integer not null check (per_order > 0),
  per_month     integer not null check (per_month >= per_order)
);
insert into ephedrine_limit (company_type, per_order, per_month) values
  ('单体药店', 100, 300), ('连锁门店', 100, 300), ('诊所', 40, 120), ('村卫生室', 20, 60), ('医院', 200, 800),
  ('连锁总部', 1000, 4000), ('批发企业', 2000, 8000);

create index orders_ephedrine on orders (company_id, created_at desc) where is_ephedrine;

-- One for each ephedrine order that was received. Its stamped form is due on due_on; state:
-- awaiting → submitted → passed, or → rejected → submitted …
create table ephedrine_receipt (
  order_id     bigint primary key references orders(id),
  company_id   bigint not null references company(id),
  state        text not null default 'awaiting' check (state in ('awaiting', 'submitted', 'passed', 'rejected')),
  due_on       date not null,
  reason       text not null default '',               -- of the rejection
  submitted_at timestamptz,
  reviewed_at  timestamptz,
  reviewed_by  text not null default '',
  created_at   timestamptz not null
);
create index ephedrine_receipt_owed on ephedrine_receipt (company_id, due_on) where state in ('awaiting', 'rejected');
create index ephedrine_receipt_due on ephedrine_receipt (due_on) where state in ('awaiting', 'rejected');
create index ephedrine_receipt_waiting on ephedrine_receipt (submitted_at) where state = 'submitted';

-- What a company owes decides what it may buy (0003: every process forgets what it remembers of viewers).
create trigger ephedrine_receipt_viewers after insert or update or delete on ephedrine_receipt
  for each statement execute function tell_viewers_changed();

-- Orders received before receipts were kept have the full time from now.
insert into ephedrine_receipt (order_id, company_id, due_on, created_at)
select id, company_id, (now() at time zone 'Asia/Shanghai')::date + 7, now() from orders where is_ephedrine and received_at is not null;

-- ── Bank transfers, as buyers say them ─────────────────────────────────────────────────────────────────────

create table transfer_proof (
  id             bigint generated always as identity primary key,
  payment_id     bigint not null references payment(id),
  company_id     bigint not null references company(id),
  amount         bigint not null check (amount > 0),
  paid_on        date not null,
  payer_name     text not null,
  payer_account  text not null,
  remark         text not null default '',
  state          text not null default 'submitted' check (state in ('submitted', 'confirmed', 'rejected')),
  reason         text not null default '',
  reviewed_at    timestamptz,
  reviewed_by    text not null default '',
  created_at     timestamptz not null
);
create index transfer_proof_payment on transfer_proof (payment_id, id desc);
create unique index transfer_proof_one_waiting on transfer_proof (payment_id) where state = 'submitted';
create index transfer_proof_waiting on transfer_proof (id) where state = 'submitted';

-- ── Contracts ──────────────────────────────────────────────────────────────────────────────────────────────

-- A version never changes once it was published. text: a line '## …' begins an article; {供方} {需方} {期限} are filled in.
create table contract_version (
  version       integer primary key check (version > 0),
  title         text not null,
  text          text not null,
  valid_months  integer not null check (valid_months between 1 and 60),
  published_at  timestamptz not null
);
create function contract_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a published contract never changes';
end $$;
create trigger contract_version_final before update or delete on contract_version
  for each row execute function contract_version_is_final();

create table contract_signature (
  id            bigint generated always as identity primary key,
  no            text not null unique,
  company_id    bigint not null references company(id),
  account_id    bigint not null references account(id),
  version       integer not null references contract_version(version),
  signer_name   text not null,
  signer_title  text not null,
  sha256        bytea not null,                        -- of the text as it was signed, names filled in
  valid_from    date not null,
  valid_until   date not null,
  ip            text not null,
  user_agent    text not null default '',
  signed_at     timestamptz not null,
  file_id       bigint references stored_file(id)      -- the signed paper
);
create index contract_signature_company on contract_signature (company_id, id desc);
create index contract_signature_end on contract_signature (valid_until);

insert into contract_version (version, title, valid_months, published_at, text) values (1, '年度购销与质量保证协议', 12, '2026-01-01 00:00+08', $contract$
## 第一条 双方资质
供方为依法取得《药品经营许可证》的药品批发企业，需方为依法取得药品经营或使用资质的单位。双方应在本协议有效期内保持资质合法有效，并互相提供加盖公章的证照复印件或可核验的电子证照。
任何一方的证照发生变更、延续、吊销、注销或暂停，应在三个工作日内书面告知对方。需方证照到期未更新的，供方有权停止供应该证照所对应范围的药品，由此造成的损失由需方自行承担。
需方应向供方提供采购人员和收货人员的授权委托书及身份证明，并在人员变动时及时更新；授权范围以外的行为对供方不发生效力。
## 第二条 采购与订单
需方通过供方的网上采购系统提交订单。订单经系统校验需方的经营范围、证照有效期、限购和库存后成立，与本协议具有同等效力。品名、规格、数量、单价以订单确认时所示为准。
供方仅在需方的许可范围内供货。国家禁止网络销售的药品，双方不得通过本系统交易。
需方应当妥善保管账号和密码。以需方账号提交的订单、签署的文件和上传的凭证，视为需方的真实意思表示。
## 第三条 质量保证
供方保证所供药品符合国家药品标准及有关质量要求，来源合法，包装、标签和说明书符合规定，并附随货同行单。需方可按批号在系统中查询药品检验报告。
供方保证药品在交付时有效期符合订单所示；按近效期价格购买的药品，以下单时明示的批号和有效期为准。
供方应当建立药品追溯制度，配合需方查询药品的来源、批号、流向和追溯码信息。进口药品、生物制品按规定提供相应的批签发或通关证明文件。
## 第四条 运输与交付
供方按药品说明书规定的贮藏条件储存和运输。冷藏、冷冻药品全程温度监测，交付时提供温度记录；温度不符合要求的，需方应当拒收并在当日告知供方。
药品交付地址应为需方许可证载明的经营、使用或仓库地址，或经供方审核同意的其他地址。药品交付需方签收后，毁损、灭失的风险由需方承担。
## 第五条 验收
需方收到药品后应当当场核对件数和外包装，并在四十八小时内完成数量与外观验收。短少、破损、错发的，应在验收期内通过系统提出售后申请并附照片。
逾期未提出的，视为数量与外观合格；但不免除供方对药品内在质量的责任。
## 第六条 退货与召回
因质量问题、错发、少发、破损提出的退货，经供方审核后办理，退款按原支付路径退回。非质量原因的退货，药品须保持原包装完好、储存条件可追溯，由供方决定是否接受。
冷藏药品、特殊管理要求的药品以及拆零药品，除质量问题外不予退货。
药品监督管理部门、上市许可持有人或供方发布召回时，需方应当立即停止销售和使用，按通知退回，并配合提供流向记录。召回费用由责任方承担。
## 第七条 价格与结算
货款以人民币结算，支持系统所列的支付方式。获得账期的需方应按约定日期还款；逾期的，供方有权暂停账期并按逾期金额每日万分之五收取违约金。
供方按国家规定开具发票，做到票、账、货、款一致。需方应当保证开票信息真实、准确；因信息有误需要换开的，按系统流程办理。
## 第八条 含麻黄碱复方制剂的特别约定
需方采购含麻黄碱类复方制剂，应使用本单位对公账户支付货款，不得使用现金或个人账户，并遵守供方公示的单次与月度限购数量。
需方应在收货后七日内上传加盖公章的收货回执。逾期未上传的，供方有权暂停供应该类药品，直至补交并审核通过。
需方不得将含麻黄碱类复方制剂销售给无资质的单位，零售时应查验、登记购买者身份证件并限量销售。发现异常购买、丢失、被盗的，应当立即向公安机关和药品监督管理部门报告，并通知供方。
## 第九条 不良反应与投诉
双方应当按规定报告药品不良反应。需方发现可能与质量有关的不良反应或群体事件时，应当立即停止销售使用、封存药品，并在二十四小时内告知供方。
供方设立质量投诉渠道，对需方提出的质量查询和投诉，应在两个工作日内答复。
## 第十条 记录与保存
双方应当保存购销记录、随货同行单、验收记录、发票和回执等资料，保存期限不少于五年，且不少于药品有效期届满后一年。
系统中的订单、日志、电子单据及其校验值，双方同意作为认定交易事实的依据。
## 第十一条 保密与数据
双方对在履行本协议中知悉的价格、客户、账户等商业信息负有保密义务，法律另有规定或监管部门依法调取的除外。
供方为履行本协议、遵守药品追溯和监管要求而处理需方及其人员的信息，应当采取必要的安全措施，不用于其他用途。
## 第十二条 廉洁
双方不得以任何形式向对方人员提供或索取回扣、礼金等不正当利益。发现此类行为的，应当互相通报并依法处理。
## 第十三条 违约责任
供方提供的药品经法定检验机构检验不合格且责任在供方的，供方应当退还货款并承担需方因此遭受的直接损失。需方擅自更换药品、伪造单据、超范围经营的，自行承担法律责任并赔偿供方的损失。
因不可抗力不能履行的，受影响的一方应当及时通知对方，并可以部分或全部免除责任。
## 第十四条 期限、变更与争议
本协议自 {起} 起至 {止} 止。期满前三十日内，双方可以在系统中续签。供方发布新版本的，自需方签署新版本之日起本协议由新版本替代。
本协议适用中华人民共和国法律。因履行本协议发生的争议，双方应当协商解决；协商不成的，向供方所在地有管辖权的人民法院提起诉讼。
## 第十五条 电子签署
双方同意以电子形式订立本协议。需方经授权的人员登录账号、阅读全文、填写姓名与职务并确认签署后，本协议即成立，与纸质协议具有同等法律效力。系统记录签署的账号、时间、网络地址和协议全文的校验值，供双方核验。
$contract$);

-- ── Invoices ───────────────────────────────────────────────────────────────────────────────────────────────

-- What is to be asked of the invoice provider: written with the deed that calls for it, worked off by a job outside of it.
-- issue: of a shipped order · red: takes back a part or all of an invoice · change: all red, then anew with other titles
create table invoice_request (
  id          bigint generated always as identity primary key,
  key         text not null unique,                    -- the same deed asks once
  kind        text not null check (kind in ('issue', 'red', 'change')),
  order_id    bigint not null references orders(id),
  company_id  bigint not null references company(id),
  state       text not null check (state in ('review', 'waiting', 'done', 'rejected', 'void')),
  reason      text not null default '',                -- why it is asked
  wish        jsonb,                                   -- change: the titles; red: [{order_line_id, number, amount}]
  answer      text not null default '',                -- why it was rejected
  reviewed_by text not null default '',
  created_at  timestamptz not null,
  done_at     timestamptz
);
create index invoice_request_company on invoice_request (company_id, id desc);
create index invoice_request_order on invoice_request (order_id, id);
create index invoice_request_review on invoice_request (id) where state = 'review';
create unique index invoice_request_one_change on invoice_request (order_id) where kind = 'change' and state in ('review', 'waiting');

create table invoice (
  id           bigint generated always as identity primary key,
  number       text not null unique check (number ~ '^\d{20}$'),
  request_id   bigint not null references invoice_request(id),
  order_id     bigint not null references orders(id),
  company_id   bigint not null references company(id),
  kind         text not null check (kind in ('special', 'normal')),
  colour       text not null check (colour in ('blue', 'red')),
  of_id        bigint references invoice(id),          -- red: the blue one that it takes back from
  is_test      boolean not null,
  issued_at    timestamptz not null,
  seller       jsonb not null,                         -- {name, tax_no, address, phone, bank, account}
  buyer        jsonb not null,
  lines        jsonb not null,                         -- [{order_line_id, item, spec, unit, number, price, net, rate, tax}], fen
  net          bigint not null,
  tax          bigint not null,
  total        bigint not null,
  remark       text not null default '',
  file_id      bigint references stored_file(id),
  check (net + tax = total),
  check ((colour = 'red') = (of_id is not null)),
  check ((colour = 'red') = (total < 0)),
  unique (request_id, colour)
);
create index invoice_company on invoice (company_id, issued_at desc, id desc);
create index invoice_order on invoice (order_id, id);
create index invoice_of on invoice (of_id) where of_id is not null;

-- The books of the embedded test provider of invoices: the outside world's state, read by nothing but that provider.
create table invoice_simulator (
  serial      bigint generated always as identity primary key,
  request_no  text not null unique,
  number      text not null unique,
  issued_at   timestamptz not null
);

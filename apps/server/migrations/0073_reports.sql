-- Inspection reports of batches as they came from makers, matched to their batch and released by quality. The file never
-- changes; what buyers get beside it (cover sheet) or made of it (stamped copy) is a document.
create table batch_document (
  id           bigint generated always as identity primary key,
  goods_id     bigint references goods(id),
  batch_no     text not null default '',                 -- while unmatched: what the name seems to say
  kind         text not null check (kind in ('report', 'lot_release', 'import_paper')),
  file_id      bigint not null references stored_file(id),
  sha256       bytea not null,
  file_name    text not null,                            -- as it came
  signed       boolean not null,                         -- it carries a signature of its own, so nothing is written onto it
  report_no    text not null default '',
  report_date  date,
  state        text not null check (state in ('unmatched', 'checking', 'released', 'refused', 'replaced', 'withdrawn')),
  note         text not null default '',                 -- why it is not matched; why it was sent back or withdrawn
  way          text not null check (way in ('upload', 'import')),
  uploaded_at  timestamptz not null,
  uploaded_by  text not null,
  decided_at   timestamptz,
  decided_by   text,
  document_id  bigint references document(id),           -- the cover sheet or the stamped copy
  check (state = 'unmatched' or (state = 'refused') or (goods_id is not null and batch_no <> '')),
  check (state not in ('released', 'replaced', 'withdrawn') or document_id is not null)
);
create unique index batch_document_stands on batch_document (goods_id, batch_no, kind) where state = 'released';
-- The same file twice for the same batch is one report.
create unique index batch_document_once on batch_document (sha256, coalesce(goods_id, 0), batch_no, kind)
  where state in ('unmatched', 'checking', 'released');
create index batch_document_batch on batch_document (goods_id, batch_no);
create index batch_document_number on batch_document (batch_no) where state = 'released';
create index batch_document_state on batch_document (state, id desc);
create index batch_document_document on batch_document (document_id) where document_id is not null;

-- Asked for by a buyer because it is not here yet.
create table document_request (
  id           bigint generated always as identity primary key,
  goods_id     bigint not null references goods(id),
  batch_no     text not null,
  company_id   bigint not null references company(id) on delete cascade,
  account_id   bigint not null references account(id),
  state        text not null default 'open' check (state in ('open', 'answered', 'closed')),
  answer       text not null default '',                 -- why it was closed without a report
  asked_at     timestamptz not null,
  answered_at  timestamptz,
  answered_by  text
);
create unique index document_request_open on document_request (company_id, goods_id, batch_no) where state = 'open';
create index document_request_batch on document_request (goods_id, batch_no) where state = 'open';
create index document_request_list on document_request (state, id desc);
create index document_request_company on document_request (company_id, id desc);

-- Batches are found by their number.
create index stock_batch_number on stock_batch (batch_no);
create index order_line_batch_number on order_line_batch (batch_no);

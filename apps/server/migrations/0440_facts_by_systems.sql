-- Facts that another system changed wait for quality as a clerk's do, and no account stands behind them.
alter table law_decision alter column account_id drop not null;

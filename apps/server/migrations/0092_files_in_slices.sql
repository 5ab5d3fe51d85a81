-- Large files are read in slices, which needs them uncompressed; what the shop keeps (JPEG, PDF, ZIP) is packed by itself.
alter table stored_file_content alter column content set storage external;
